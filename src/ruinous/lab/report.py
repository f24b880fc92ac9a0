"""One self-contained HTML page about a simulation: plots as SVG inside it, nothing fetched from anywhere.

Needs the extra `report`; `plots()` raises ImportError without it.
"""

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ruinous.lab.sim import Tally
from ruinous.lab.statistics import wilson

INSTALL = "pip install 'ruinous[report]'"
COLOURS = {"khorne": "#931c0c", "nurgle": "#6f9b1f", "tzeentch": "#1d3874", "slaanesh": "#c85fc0"}
_OTHER = ("#555555", "#b8860b", "#2f7f86", "#8a5a44")
_WIDTH, _HEIGHT = 460, 220
_MEAN = "Mean at the end of each round, over the games that still ran then."
_CURVES = {  # by game, the two numbers of `sim.standing`: heading, note, axis
    "oldworld": (
        ("Victory points", _MEAN, "victory points"),
        ("Dials", "Mean positions advanced at the end of each round.", "dial position"),
    ),
    "casters": (("Cards left", f"Cards in deck and hand. {_MEAN}", "deck and hand"), ("Nixed cards", _MEAN, "cards in the pit")),
}

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
    facts = [
        ("Games", f"{document['games']:,}"),
        ("Decisions", f"{document['decisions']:,}"),
        ("Rounds", "mean {mean:.1f}, middle {p50}, from {p10} to {p90} in eight games of ten".format(**document["rounds"])),
        ("Nobody won", f"{document['none']:,}"),
        ("Checksum", document["checksum"]),
        ("Made by", command),
    ]
    rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in facts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(heading)}</title><style>{_STYLE}</style></head><body><h1>{html.escape(heading)}</h1>"
        f'<table>{rows}</table><div class="plots">{figures}</div></body></html>\n'
    )


def plots(tally: Tally, name: Callable[[str], str], game: str) -> list[tuple[str, str, str]]:
    """The plots: title, note, SVG. Raises ImportError without the extra."""
    import altair

    seats = list(tally.scores)
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

    def chart(rows: Iterable[Mapping[str, object]]) -> Any:
        return altair.Chart(altair.InlineData(values=list(rows))).properties(width=_WIDTH, height=_HEIGHT)

    def lines(rows: list[dict[str, object]], field: str, title: str) -> Any:
        x = altair.X("round:Q", title="round", axis=altair.Axis(tickMinStep=1, format="d"), scale=altair.Scale(nice=False))
        dash = altair.StrokeDash("seat:N", legend=None, sort=None)
        return chart(rows).mark_line(point=True).encode(x=x, y=altair.Y(f"{field}:Q", title=title), color=colour, strokeDash=dash)

    shares = []
    for seat in seats:
        low, high = wilson(tally.wins[seat], tally.games)
        shares.append({"seat": name(seat), "share": tally.wins[seat] / tally.games, "low": low, "high": high})
    base = chart(shares).encode(x=altair.X("seat:N", title=None, sort=None, axis=altair.Axis(labelAngle=0)))
    percent = altair.Axis(format="%")
    wins = altair.layer(
        base.mark_bar(width=40).encode(
            y=altair.Y("share:Q", title="games won", axis=percent), color=altair.Color("seat:N", legend=None, scale=scale)
        ),
        base.mark_rule(strokeWidth=2).encode(y=altair.Y("low:Q", title="games won"), y2="high:Q"),
    )
    reasons = chart({"reason": name(f"reason.{reason}"), "games": n} for reason, n in sorted(tally.reasons.items())).mark_bar(
        color="#6b5b45"
    )
    reasons = reasons.encode(x=altair.X("games:Q", title="games"), y=altair.Y("reason:N", title=None, sort="-x"))
    curves = [
        {"seat": name(seat), "round": number, "first": first / n, "second": second / n}
        for (seat, number), (n, first, second) in sorted(tally.curves.items())
    ]
    standings = [
        (title, note, lines(curves, field, axis)) for field, (title, note, axis) in zip(("first", "second"), _CURVES[game], strict=True)
    ]
    ruins: list[dict[str, object]] = [{"round": number, "ruins": total / n} for number, (n, total) in sorted(tally.ruins.items())]
    ruined = chart(ruins).mark_bar(color="#6b5b45", width=24)
    ruined = ruined.encode(
        x=altair.X("round:O", title="round", axis=altair.Axis(labelAngle=0)), y=altair.Y("ruins:Q", title="regions ruined so far")
    )
    played = [
        {"card": name(card), "seat": name(seat), "plays": plays / tally.games, "won": won / games}
        for (seat, card), (plays, games, won) in sorted(tally.cards.items())
    ]
    tall = {"height": max(_HEIGHT, 15 * len(played))}
    order = altair.EncodingSortField("plays", order="descending")
    used = chart(played).mark_bar().properties(**tall)
    used = used.encode(x=altair.X("plays:Q", title="times played in a game"), y=altair.Y("card:N", title=None, sort=order), color=colour)
    order = altair.EncodingSortField("won", order="descending")
    winning = chart(played).mark_point(filled=True, size=50).properties(**tall)
    winning = winning.encode(
        x=altair.X("won:Q", title="games won by the player, of those where it was played", axis=percent),
        y=altair.Y("card:N", title=None, sort=order),
        color=colour,
        shape=altair.Shape("seat:N", legend=None, sort=None),
    )
    return [
        (title, note, _svg(plot))
        for title, note, plot in (
            ("Share of games won", "The lines are Wilson's 95% intervals; a shared victory counts for each winner.", wins),
            ("How games ended", "The first reason in the order of precedence.", reasons),
            *standings,
            *([("Ruins", "Mean number of ruined regions at the end of each round.", ruined)] if game == "oldworld" else []),
            ("Cards played", "How often each card was played in a game.", used),
            ("Cards and victories", "A card is played by those who win for many reasons: this is no proof that it wins.", winning),
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
