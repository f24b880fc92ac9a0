"""All the rooms of the rules: importing this module fills the table of tasks."""

from ruinous.casters import effects, end_of_round, nixing, play_phase, resolve_phase, special

ROOMS = (play_phase, resolve_phase, end_of_round, nixing, effects, special)
