"""One self-contained HTML page about a simulation: plots as SVG inside it, nothing fetched from anywhere.

Needs the extra `report`; `plots()` raises ImportError without it.
"""

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ruinous.lab.sim import Tally
from ruinous.lab.statistics import wilson
from ruinous.text import spoken, texts

INSTALL = "pip install 'ruinous[report]'"
COLOURS = {"khorne": "#931c0c", "nurgle": "#6f9b1f", "tzeentch": "#1d3874", "slaanesh": "#c85fc0"}
_OTHER = ("#555555", "#b8860b", "#2f7f86", "#8a5a44")
_WIDTH, _HEIGHT = 460, 220
_CURVES = {"oldworld": ("vp", "dial"), "casters": ("cards_left", "nixed")}  # by game, the plots of the two numbers of `sim.standing`

_STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #2a2118; background: #fbf6ea; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 } figure { margin: 0 0 2rem } figcaption { color: #5d5040 } svg { max-width: 100%; height: auto }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1rem 2rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } th, td { text-align: left; padding: .1rem 1rem .1rem 0 }
@media (max-width: 34rem) { .plots { grid-template-columns: 1fr } }
"""


def page(tally: Tally, document: Mapping[str, Any], name: Callable[[str], str], heading: str, command: str) -> str:
    """The whole page. `document` is what `sim --json` prints, `name` gives names for ids. Raises ImportError without the extra."""
    figures = "".join(
        f"<figure><h2>{html.escape(title)}</h2>{svg}<figcaption>{html.escape(note)}</figcaption></figure>"
        for title, note, svg in plots(tally, name, str(document["game"]))
    )
    said, rounds = texts("lab"), document["rounds"]
    facts = {
        "games": f"{document['games']:,}",
        "decisions": f"{document['decisions']:,}",
        "rounds": said.say("rounds_of", mean=f"{rounds['mean']:.1f}", middle=rounds["p50"], low=rounds["p10"], high=rounds["p90"]),
        "nobody": f"{document['none']:,}",
        "checksum": document["checksum"],
        "made_by": command,
    }
    rows = "".join(f"<tr><th>{html.escape(said.say(fact))}</th><td>{html.escape(str(value))}</td></tr>" for fact, value in facts.items())
    return (
        f'<!doctype html>\n<html lang="{spoken()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(heading)}</title><style>{_STYLE}</style></head><body><h1>{html.escape(heading)}</h1>"
        f'<table>{rows}</table><div class="plots">{figures}</div></body></html>\n'
    )


def plots(tally: Tally, name: Callable[[str], str], game: str) -> list[tuple[str, str, str]]:
    """The plots: title, note, SVG. Raises ImportError without the extra."""
    import altair

    seats, said = list(tally.scores), texts("lab")
    scale = altair.Scale(
        domain=[name(seat) for seat in seats],
        range=[COLOURS.get(seat, _OTHER[i % len(_OTHER)]) for i, seat in enumerate(seats)],
    )
    colour = altair.Color(
        "seat:N",
        title=None,
        scale=scale,
        sort=None,
    )

    def axis(plot: str) -> str:
        return said.say(f"plots.{plot}.axis")

    def chart(rows: Iterable[Mapping[str, object]]) -> Any:
        return altair.Chart(altair.InlineData(values=list(rows))).properties(width=_WIDTH, height=_HEIGHT)

    def lines(rows: list[dict[str, object]], field: str, plot: str) -> Any:
        x = altair.X(
            "round:Q", title=said.say("plots.by.round"), axis=altair.Axis(tickMinStep=1, format="d"), scale=altair.Scale(nice=False)
        )
        dash = altair.StrokeDash("seat:N", legend=None, sort=None)
        return chart(rows).mark_line(point=True).encode(x=x, y=altair.Y(f"{field}:Q", title=axis(plot)), color=colour, strokeDash=dash)

    shares = []
    for seat in seats:
        low, high = wilson(tally.wins[seat], tally.games)
        shares.append({"seat": name(seat), "share": tally.wins[seat] / tally.games, "low": low, "high": high})
    base = chart(shares).encode(x=altair.X("seat:N", title=None, sort=None, axis=altair.Axis(labelAngle=0)))
    percent = altair.Axis(format="%")
    wins = altair.layer(
        base.mark_bar(width=40).encode(
            y=altair.Y("share:Q", title=axis("wins"), axis=percent), color=altair.Color("seat:N", legend=None, scale=scale)
        ),
        base.mark_rule(strokeWidth=2).encode(y=altair.Y("low:Q", title=axis("wins")), y2="high:Q"),
    )
    reasons = chart({"reason": name(f"reason.{reason}"), "games": n} for reason, n in sorted(tally.reasons.items())).mark_bar(
        color="#6b5b45"
    )
    reasons = reasons.encode(x=altair.X("games:Q", title=axis("ends")), y=altair.Y("reason:N", title=None, sort="-x"))
    curves = [
        {"seat": name(seat), "round": number, "first": first / n, "second": second / n}
        for (seat, number), (n, first, second) in sorted(tally.curves.items())
    ]
    standings = [(plot, lines(curves, field, plot)) for field, plot in zip(("first", "second"), _CURVES[game], strict=True)]
    ruins: list[dict[str, object]] = [{"round": number, "ruins": total / n} for number, (n, total) in sorted(tally.ruins.items())]
    ruined = chart(ruins).mark_bar(color="#6b5b45", width=24)
    ruined = ruined.encode(
        x=altair.X("round:O", title=said.say("plots.by.round"), axis=altair.Axis(labelAngle=0)), y=altair.Y("ruins:Q", title=axis("ruins"))
    )
    played = [
        {"card": name(card), "seat": name(seat), "plays": plays / tally.games, "won": won / games}
        for (seat, card), (plays, games, won) in sorted(tally.cards.items())
    ]
    tall = {"height": max(_HEIGHT, 15 * len(played))}
    order = altair.EncodingSortField("plays", order="descending")
    used = chart(played).mark_bar().properties(**tall)
    used = used.encode(x=altair.X("plays:Q", title=axis("played")), y=altair.Y("card:N", title=None, sort=order), color=colour)
    order = altair.EncodingSortField("won", order="descending")
    winning = chart(played).mark_point(filled=True, size=50).properties(**tall)
    winning = winning.encode(
        x=altair.X("won:Q", title=axis("winning"), axis=percent),
        y=altair.Y("card:N", title=None, sort=order),
        color=colour,
        shape=altair.Shape("seat:N", legend=None, sort=None),
    )
    return [
        (said.say(f"plots.{plot}.title"), said.say(f"plots.{plot}.note"), _svg(drawn))
        for plot, drawn in (
            ("wins", wins),
            ("ends", reasons),
            *standings,
            *([("ruins", ruined)] if game == "oldworld" else []),
            ("played", used),
            ("winning", winning),
        )
    ]


def _svg(chart: Any) -> str:
    import vl_convert

    configured = (
        chart.configure(background="transparent", font="Georgia, serif")
        .configure_axis(labelLimit=240, labelFontSize=12, titleFontSize=13)
        .configure_legend(labelFontSize=12)
    )
    return str(vl_convert.vegalite_to_svg(configured.to_dict()))
