"""Sounds: what an event starts, how long it lasts, and that without the setting nothing is made at all."""

from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'ruinous[test]' brings it")

ORDER = {
    "game": "oldworld",
    "seat": "khorne",
    "options": {},
    "bots": {"nurgle": "random", "tzeentch": "random", "slaanesh": "random"},
    "seed": 11,
}
# Every AudioContext that is made, and every source of sound that is started: its pitch, its form, when it begins and ends.
EARS = """(() => {
    globalThis.contexts = []
    globalThis.heard = []
    globalThis.AudioContext = class extends AudioContext { constructor(...how) { super(...how); contexts.push(this) } }
    const { start, stop } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (when = 0, ...rest) {
        heard.push(this.said = { pitch: Math.round(this.frequency?.value), form: this.type, from: when, to: Infinity })
        return start.call(this, when, ...rest)
    }
    AudioScheduledSourceNode.prototype.stop = function (when = 0) {
        this.said.to = when
        return stop.call(this, when)
    }
})()"""
SUMMONED = (220, "triangle", 0.12)
GONE_ON = "v => document.querySelector('.table').dataset.version !== v && document.querySelector('.prompt.mine')"
ALL_HEARD = "pitches => pitches.every(pitch => heard.some(one => one.pitch === pitch && one.to < Infinity))"
TURN = {(880, "sine", 0.12), (1175, "sine", 0.2)}


def heard(page: Any) -> set[tuple[int, str, float]]:
    """Pitch, form and length in seconds of what has been started so far."""
    return {(one["pitch"], one["form"], round(one["to"] - one["from"], 3)) for one in page.evaluate("heard")}


def sit_down(page: Any, site: str, sound: bool) -> None:
    """At a table with or without sound, when the first choice is there and something on the page has been pressed."""
    page.add_init_script(EARS)
    page.goto(site)
    page.evaluate("sound => { localStorage.ruinous = JSON.stringify({pace: 0, sound}) }", sound)
    made = page.context.request.post(f"{site}api/tables", data=ORDER, headers={"origin": site.rstrip("/")})
    page.goto(f"{site}#/table/{made.json()['table']}")
    page.reload()
    page.locator(".prompt.mine").wait_for()
    page.locator(".round").click()


def decide(page: Any, times: int) -> None:
    """Make so many decisions, always the first choice, each with the turns of the others after it."""
    button = page.locator(".prompt .confirm")
    for _ in range(times):
        while button.is_disabled():
            page.keyboard.press("1")
        before = page.locator(".table").get_attribute("data-version")
        page.keyboard.press("Enter")
        page.wait_for_function(GONE_ON, arg=before)


def test_an_event_is_heard(page: Any, site: str) -> None:
    sit_down(page, site, sound=True)
    page.wait_for_function("() => contexts.length === 1 && contexts[0].state === 'running'")  # no function: the page may not evaluate it
    page.evaluate("heard.length = 0")
    decide(page, 6)
    page.wait_for_function(ALL_HEARD, arg=[pitch for pitch, _form, _length in (SUMMONED, *TURN)])
    assert heard(page) >= {SUMMONED, *TURN}
    # The setting is for now: whoever turns it off hears no more.
    page.keyboard.press("?")
    page.get_by_label("Sound").uncheck()
    page.keyboard.press("Escape")
    page.evaluate("heard.length = 0")
    decide(page, 2)
    assert heard(page) == set()


def test_without_the_setting_nothing_is_made(page: Any, site: str) -> None:
    sit_down(page, site, sound=False)
    decide(page, 6)
    assert page.evaluate("[contexts.length, heard.length]") == [0, 0]
