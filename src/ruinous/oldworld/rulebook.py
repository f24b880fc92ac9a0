"""All the rooms of the rules: importing this module fills the tables of tasks and cards."""

from ruinous.oldworld import battle, corruption, draw, ending, old_world_phase, summoning
from ruinous.oldworld.cards import khorne, nurgle, old_world, slaanesh, tzeentch

ROOMS = (old_world_phase, draw, summoning, battle, corruption, ending, khorne, nurgle, tzeentch, slaanesh, old_world)
