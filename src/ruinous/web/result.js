// @ts-check
/** The end of a game: who won and why, how the points grew, what was played, how the dice fell. */
import { html, useState } from './vendor/vendor.js'
import { catalogue, log, pool, sheet, state, view } from './store.js'
import { api, say, tableId } from './net.js'
import { cardName, powerName, regionName } from './describe.js'
import { Badge } from './pieces.js'
import { Against, Lines, roundEnds } from './chart.js'
import { Die } from './panels.js'
import { seatName } from './seats.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').GameEvent} GameEvent */
/** @typedef {import('./chart.js').Point} Point */
/** What the strongest bot thinks of a position: the share of the win that it expects of the best action and of the one played.
 * @typedef {{ at: number, seat: string, event: number, text: string, best: string | null, share: number | null, played: number | null, why: string[], lost: string[] }} Judgement */
/** What a result is told from: the last view, all events, and where one stands in them.
 * @typedef {{ view: any, events: GameEvent[], keyed: string | null, verified: boolean | null, at?: number | null, go?: (event: number) => void, verify?: () => void, judge?: () => void, judgements?: Judgement[], judging?: number | null, children?: any }} Told */

/** When events happened, in rounds: 0 is the beginning, 2.5 the middle of the third of them; `first` is the number of the first.
 * @param {GameEvent[]} events @param {number} now the round of the last view */
const clock = (events, now) => {
  const begun = events.filter(e => e.kind === 'round')
  // What comes before the first round belongs to its beginning; a game begun from a position has a round before the first that it tells.
  const whole = begun[0]?.round === 1
  const edges = [...(whole ? [] : [0]), ...begun.filter(e => whole || e.n > 0).map(e => e.n), events.length]
  const rounds = edges.length - 1
  const first = whole ? 1 : begun[0]?.n === 0 ? begun[0].round : (begun[0]?.round ?? now + 1) - 1
  const at = (/** @type {number} */ n) => {
    const k = Math.max(0, edges.filter(edge => edge <= n).length - 1)
    return n < edges[0] ? 0 : k >= rounds ? rounds : k + (n - edges[k]) / (edges[k + 1] - edges[k])
  }
  return { rounds, first, at, round: (/** @type {number} */ n) => first + Math.min(rounds - 1, Math.floor(at(n))) }
}

/** A line that changes with events, with a point at the end of each round.
 * @param {GameEvent[]} events @param {{ rounds: number, at: (n: number) => number }} time @param {number} begin
 * @param {(e: GameEvent, now: number) => number} change */
const line = (events, time, begin, change) => {
  /** @type {Point[]} */
  const points = [{ x: 0, y: begin }]
  let now = begin
  let round = 1
  for (const e of events) {
    const x = time.at(e.n)
    while (round <= x) points.push({ x: round++, y: now })
    const next = change(e, now)
    if (next === now) continue
    now = next
    if (x > 0) points.push({ x, y: now })
    else points[0].y = now
  }
  while (round <= time.rounds) points.push({ x: round++, y: now })
  return points
}

/** The greatest of these events, in the order of time. @param {GameEvent[]} events @param {number} many */
const greatest = (events, many) => [...events].sort((a, b) => b.amount - a.amount || a.n - b.n).slice(0, many).sort((a, b) => a.n - b.n)

/** Leads to where an event happened, where that can be looked at. @param {{ told: Told, n: number, children?: any }} props */
const At = ({ told, n, children }) => (told.go ? html`<button class="at-link" onClick=${() => told.go?.(n)}>${children}</button>` : html`<span>${children}</span>`)

/** The moments that decided, numbered as in the chart. @param {{ told: Told, moments: { n: number, text: string }[], round: (n: number) => number }} props */
const Turns = ({ told, moments, round }) => html`<ol class="turns">${moments.map((e, i) => html`<li key=${e.n}><b class="turn-number">${i + 1}</b><span><small>${t('round_short', { round: round(e.n) })}</small> <${At} told=${told} n=${e.n}>${e.text}</${At}></span></li>`)}</ol>`

/** Numbers by seat: a row for each thing, the greatest first. @param {{ seats: string[], rows: [string, Record<string, number>][], caption: string, sum?: string }} props */
const Table = ({ seats, rows, caption, sum }) => {
  const all = (/** @type {Record<string, number>} */ row) => Object.values(row).reduce((a, b) => a + b, 0)
  return html`<table class="sums matrix"><caption class="hidden">${caption}</caption><thead><tr><th scope="col"><span class="hidden">${caption}</span></th>${seats.map(seat => html`<th key=${seat} scope="col" class="number"><${Badge} power=${seat} title=${seatName(seat)} /></th>`)}</tr></thead>
    <tbody>${[...rows].sort((a, b) => all(b[1]) - all(a[1])).map(([name, row]) => html`<tr key=${name}><th scope="row">${name}</th>${seats.map(seat => html`<td key=${seat} class=${`number ${row[seat] ? '' : 'nil'}`}>${row[seat] ?? '·'}</td>`)}</tr>`)}
    ${sum ? html`<tr class="total"><th scope="row">${sum}</th>${seats.map(seat => html`<td key=${seat} class="number">${rows.reduce((n, [, row]) => n + (row[seat] ?? 0), 0)}</td>`)}</tr>` : null}</tbody></table>`
}

/** Adds to a number in a table of numbers. @param {Map<string, Record<string, number>>} rows @param {string} name @param {string} seat @param {number} n */
const add = (rows, name, seat, n) => {
  const row = rows.get(name) ?? {}
  row[seat] = (row[seat] ?? 0) + n
  rows.set(name, row)
}

/** Cards by how often they were played. @param {{ seats: string[], events: GameEvent[], owner: string, name: (card: string) => string, label: (seat: string) => string }} props */
const Played = ({ seats, events, owner, name, label }) => html`<dl class="played">${seats.map(seat => {
  /** @type {Map<string, number>} */
  const times = new Map()
  for (const e of events) if (e.kind === 'played' && e[owner] === seat) times.set(e.card, (times.get(e.card) ?? 0) + 1)
  const cards = [...times].sort((a, b) => b[1] - a[1])
  return html`<div key=${seat}><dt><${Badge} power=${seat} /> ${label(seat)} <b>${cards.reduce((n, [, many]) => n + many, 0)}</b></dt>
    <dd>${cards.length ? cards.map(([card, many]) => html`<span key=${card}>${name(card)}${many > 1 ? html` <small>× ${many}</small>` : null}</span>`) : html`<span class="quiet">${t('none')}</span>`}</dd></div>`
})}</dl>`

/** How to know that chance was not tampered with. @param {{ told: Told }} props */
const Proof = ({ told }) => html`<section class="proof"><h3>${t('r_proof')}</h3>
  ${told.verified ? html`<p class="good"><span aria-hidden="true">✓</span> ${t('r_verified')}</p>` : null}
  <p class="small">${t(told.keyed ? 'r_proof_keyed' : 'r_proof_seed')}</p>
  ${told.keyed ? html`<p class="small wrap"><code>${told.keyed}</code></p><p class="small">${t('r_proof_alone')} <code>ruinous verify FILE.ruin</code></p>` : html`<p class="small">${t('r_proof_alone')} <code>ruinous replay --check FILE.ruin</code></p>`}
  ${!told.verified && told.verify ? html`<p><button onClick=${told.verify}>${t('r_verify')}</button></p>` : null}</section>`

/** The chances as the strongest bot saw them, decision by decision, and where most was given away. @param {{ told: Told }} props */
const Chances = ({ told }) => {
  const { view: now, events, judgements = [], judging = null } = told
  if (!told.judge) return null
  const time = clock(events, now.round)
  const known = judgements.filter(one => one.share !== null)
  const percent = (/** @type {number | null} */ share) => Math.round((share ?? 0) * 100)
  /** Of two, what one expects the other does not. @param {string} seat */
  const points = seat => known.filter(one => one.seat === seat || now.seats.length === 2).map(one => ({ x: time.at(one.event), y: one.seat === seat ? percent(one.share) : 100 - percent(one.share) }))
  const lines = Object.fromEntries(now.seats.map((/** @type {string} */ seat) => [seat, points(seat)]).filter((/** @type {any} */ [, line]) => line.length))
  const lost = known.filter(one => one.played !== null && percent(one.share) - percent(one.played) >= 3).sort((a, b) => ((b.share ?? 0) - (b.played ?? 0)) - ((a.share ?? 0) - (a.played ?? 0))).slice(0, 4).sort((a, b) => a.at - b.at)
  return html`<section class="chances"><h3>${t('r_chances')}</h3><p class="small quiet">${t('r_chances_about')}</p>
    ${judging === null ? judgements.length && !known.length ? html`<p>${t('r_no_judge')}</p>` : judgements.length ? null : html`<p><button onClick=${told.judge}>${t('r_judge')}</button></p>`
      : html`<p role="status">${t('r_judging', { n: percent(judging) })} <progress max="1" value=${judging}></progress></p>`}
    ${known.length > 1 ? html`<${Lines} lines=${lines} rounds=${time.rounds} first=${time.first} label=${`${t('r_chances')}: ${Object.entries(lines).map(([seat, line]) => `${seatName(seat)} ${line.map((/** @type {Point} */ p) => p.y).join(', ')}`).join('; ')}`} />` : null}
    ${lost.length ? html`<h4>${t('r_given_away')}</h4><ol class="turns">${lost.map(one => html`<li key=${one.at}><${Badge} power=${one.seat} title=${seatName(one.seat)} /><span><${At} told=${told} n=${one.event}>${one.text}</${At}> <small>${t('r_instead', { best: one.best, share: percent(one.share), played: percent(one.played) })}${one.lost.length ? ` (${one.lost.join('; ')})` : ''}</small></span></li>`)}</ol>` : null}</section>`
}

// ---- Chaos in the Old World ------------------------------------------------------------------------------------
const HITS = 0.6 // of one die with all that it throws anew: a half, and a sixth of the same again
const VARIANCE = 0.48

/** All rolls, each with its faces. @param {GameEvent[]} events @returns {{ e: GameEvent, faces: number[] }[]} */
const rollsOf = events => events.flatMap((e, i) => {
  if (e.kind !== 'rolled') return []
  /** @type {number[]} */
  const faces = []
  for (let k = i - 1; k >= 0 && events[k].kind === 'die'; k -= 1) faces.unshift(events[k].face)
  return [{ e, faces }]
})

/** Each die with those that it threw anew. @param {number[]} faces */
const chains = faces => faces.reduce((/** @type {number[][]} */ found, face, i) => {
  if (i && faces[i - 1] === 6) found[found.length - 1].push(face)
  else found.push([face])
  return found
}, [])

/** @param {{ told: Told, round: (n: number) => number }} props */
const DiceReport = ({ told, round }) => {
  const book = catalogue.value
  const rolls = rollsOf(told.events)
  if (!book || !rolls.length) return null
  const rows = told.view.seats.map((/** @type {string} */ seat) => {
    const own = rolls.filter(({ e }) => e.power === seat)
    const dice = own.reduce((n, { e }) => n + e.dice, 0)
    const hits = own.reduce((n, { e }) => n + e.hits, 0)
    return { seat, rolls: own.length, dice, hits, expected: dice * HITS, z: dice ? (hits - dice * HITS) / Math.sqrt(dice * VARIANCE) : 0 }
  })
  const most = Math.max(...rows.map((/** @type {any} */ row) => Math.max(row.hits, row.expected)))
  return html`<section class="dice-report"><h3>${t('r_dice')}</h3><p class="small quiet">${t('r_dice_about')}</p>
    <table class="sums"><thead><tr><th scope="col"><span class="hidden">${t('powers')}</span></th><th scope="col" class="number">${t('r_dice_thrown')}</th><th scope="col" class="number">${t('r_hits')}</th><th scope="col" class="number">${t('r_expected')}</th><th scope="col"><span class="hidden">${t('r_hits')}</span></th><th scope="col" class="number"><abbr title=${t('r_z_about')}>z</abbr></th></tr></thead>
    <tbody>${rows.map((/** @type {any} */ row) => html`<tr key=${row.seat}><th scope="row"><${Badge} power=${row.seat} /> <span class="wide-only">${powerName(book, row.seat)}</span></th><td class="number">${row.dice}</td><td class="number">${row.hits}</td><td class="number plain-number">${row.expected.toFixed(1)}</td>
      <td class="bar-cell"><${Against} seat=${row.seat} came=${row.hits} expected=${row.expected} most=${most} /></td><td class=${`number z ${Math.abs(row.z) >= 2 ? 'far' : ''}`}>${row.dice ? `${row.z < 0 ? '−' : '+'}${Math.abs(row.z).toFixed(1)}` : '·'}</td></tr>`)}</tbody></table>
    <details><summary>${t('r_rolls', { n: rolls.length })}</summary><ol class="rolls">${rolls.map(({ e, faces }) => html`<li key=${e.n}><small>${t('round_short', { round: round(e.n) })}</small> <${Badge} power=${e.power} /> <${At} told=${told} n=${e.n}>${regionName(book, e.region)}</${At}>
      <span class="chains">${chains(faces).map((chain, k) => html`<span key=${k} class=${chain.length > 1 ? 'chain' : ''}>${chain.map((face, i) => html`<${Die} key=${i} face=${face} />`)}</span>`)}</span><b>${e.hits === 1 ? t('one_hit') : t('hits', { n: e.hits })}</b></li>`)}</ol></details></section>`
}

/** What of the whole story the Old World tells. @param {{ told: Told }} props */
const OldWorld = ({ told }) => {
  const book = catalogue.value
  const { view: now, events } = told
  if (!book) return null
  const seats = /** @type {string[]} */ (now.seats)
  const time = clock(events, now.round)
  const points = events.filter(e => e.kind === 'vp')
  const begun = (/** @type {string} */ seat) => now.powers[seat].vp - points.filter(e => e.power === seat).reduce((n, e) => n + e.amount, 0)
  const scores = Object.fromEntries(seats.map(seat => [seat, line(events, time, begun(seat), (e, n) => (e.kind === 'vp' && e.power === seat ? n + e.amount : n))]))
  const dials = Object.fromEntries(seats.map(seat => [seat, line(events, time, 0, (e, n) => (e.kind === 'dial' && e.power === seat ? e.position : n))]))
  const moments = greatest(points, 4)
  const reached = (/** @type {GameEvent} */ e) => points.filter(p => p.power === e.power && p.n <= e.n).reduce((n, p) => n + p.amount, begun(e.power))
  /** @type {Map<string, Record<string, number>>} */
  const reasons = new Map()
  /** @type {Map<string, Record<string, number>>} */
  const places = new Map()
  for (const e of points) {
    add(reasons, t(`why_${e.why}`), e.power, e.amount)
    add(places, e.region ? regionName(book, e.region) : t('r_elsewhere'), e.power, e.amount)
  }
  const told_ = (/** @type {Record<string, Point[]>} */ lines) => seats.map(seat => `${powerName(book, seat)} ${roundEnds(lines[seat]).map(p => p.y).join(', ')}`).join('; ')
  const ruins = events.filter(e => e.kind === 'ruined')
  const cursor = told.at === null || told.at === undefined ? null : time.at(told.at)
  return html`<h3>${t('outcome_chart')}</h3><${Lines} lines=${scores} rounds=${time.rounds} first=${time.first} steps=${true} cursor=${cursor} label=${`${t('outcome_chart')}: ${told_(scores)}`}
      marks=${moments.map((e, i) => ({ x: time.at(e.n), y: reached(e), name: String(i + 1) }))} />
    <h3>${t('turning_points')}</h3><${Turns} told=${told} moments=${moments} round=${time.round} />
    <h3>${t('outcome_why')}</h3><div class="two-tables"><${Table} seats=${seats} rows=${[...reasons]} caption=${t('r_by_reason')} sum=${t('r_sum')} /><${Table} seats=${seats} rows=${[...places]} caption=${t('r_by_region')} sum=${t('r_sum')} /></div>
    <h3>${t('r_dials')}</h3><${Lines} lines=${dials} rounds=${time.rounds} first=${time.first} steps=${true} cursor=${cursor} label=${`${t('r_dials')}: ${told_(dials)}`} />
    ${ruins.length ? html`<h3>${t('r_ruins')}</h3><ol class="turns">${ruins.map(e => {
      const gained = points.filter(p => p.why === 'ruining' && p.region === e.region)
      return html`<li key=${e.n}><b class="turn-number ruined">${e.ruin}</b><span><small>${t('round_short', { round: time.round(e.n) })}</small> <${At} told=${told} n=${e.n}>${regionName(book, e.region)}</${At}>
        ${gained.map(p => html`<span key=${p.power} class="gain"><${Badge} power=${p.power} title=${powerName(book, p.power)} />+${p.amount}</span>`)}</span></li>`
    })}</ol>` : null}
    <h3>${t('r_cards')}</h3><${Played} seats=${seats} events=${events} owner="power" name=${(/** @type {string} */ card) => book.cards[card]?.name ?? card} label=${(/** @type {string} */ seat) => powerName(book, seat)} />
    <${DiceReport} told=${told} round=${time.round} />`
}

/** How it ended, and what everybody has. @param {{ told: Told }} props */
const OldWorldScores = ({ told }) => {
  const book = catalogue.value
  const now = told.view
  const end = now.outcome
  if (!book || !end) return null
  const names = end.winners.map((/** @type {string} */ power) => powerName(book, power))
  const order = [...now.seats].sort((a, b) => Number(end.winners.includes(b)) - Number(end.winners.includes(a)) || end.scores[b] - end.scores[a])
  /** @type {Record<string, Record<string, number>>} */
  const sources = Object.fromEntries(now.seats.map((/** @type {string} */ seat) => [seat, {}]))
  for (const e of told.events) if (e.kind === 'vp' && sources[e.power]) sources[e.power][e.why] = (sources[e.power][e.why] ?? 0) + e.amount
  return html`<h3 class="verdict">${end.winners.map((/** @type {string} */ power) => html`<${Badge} key=${power} power=${power} class="huge" />`)}<span>${!names.length ? t('outcome_nobody') : names.length > 1 ? t('outcome_draw', { powers: names.join(', ') })
      : end.winners[0] === now.seat ? t('outcome_you_won') : t('outcome_won', { power: names[0] })}</span></h3>
    <p>${t(`reason_${end.reason}`)}</p>
    <table class="sums scores storied"><tbody>${order.map(power => html`<tr key=${power} class=${end.winners.includes(power) ? 'leads' : ''}><th scope="row"><${Badge} power=${power} /> ${powerName(book, power)}${power === now.seat ? ` (${t('you')})` : ''}</th>
      <td class="number">${end.scores[power]} ${t('vp')}</td><td>${t('dial')} ${now.powers[power].dial}/${now.powers[power].dial_length}</td>
      <td class="small">${Object.entries(sources[power]).sort((a, b) => b[1] - a[1]).map(([why, n]) => `${t(`why_${why}`)} ${n}`).join(', ')}</td></tr>`)}</tbody></table>`
}

// ---- Chaos Casters ---------------------------------------------------------------------------------------------
/** What an event does to the number of cards in the deck of a seat. */
const deckChange = () => {
  const into = ['buried_from_hand', 'buried', 'recovered', 'under_deck', 'buried_looked_at']
  let looking = ''
  /** @param {GameEvent} e @param {string} seat @returns {number} */
  return (e, seat) => {
    if (e.player !== seat) return 0
    if (into.includes(e.kind)) return 1
    if (e.kind === 'nixed_from_deck') return -1
    if (e.kind === 'looked') {
      looking = seat
      return -1
    }
    if (e.kind !== 'drew') return 0
    // The card drawn after looking has left the deck when it was looked at.
    const drawn = looking === seat ? 0 : -1
    looking = ''
    return drawn
  }
}

/** @param {{ told: Told }} props */
const Casters = ({ told }) => {
  const book = pool.value
  const { view: now, events } = told
  if (!book) return null
  const seats = /** @type {string[]} */ (now.seats)
  const time = clock(events, now.round)
  const lines = Object.fromEntries(seats.map(seat => {
    const change = deckChange()
    const changes = events.map(e => change(e, seat))
    const all = changes.reduce((sum, n) => sum + n, 0)
    // From a position the deck began with as many as lead to the last view.
    return [seat, line(events, time, now.players[seat].deck - all, (e, n) => n + changes[e.n])]
  }))
  /** @type {GameEvent[]} */
  const blows = []
  /** @type {Map<string, Record<string, number>>} */
  const by = new Map()
  /** @type {Map<string, Record<string, number>>} */
  const facts = new Map(['r_dealt', 'r_nixed_stack', 'r_resolved', 'r_refills'].map(key => [t(key), {}]))
  const other = (/** @type {string} */ seat) => seats.find(one => one !== seat) ?? seat
  let cause = { text: '', card: '' }
  for (const e of events) {
    if (e.level === 0 || e.kind === 'attacks_player' || e.kind === 'performs') cause = { text: e.text, card: e.card ?? cause.card }
    if (e.kind === 'damage' && e.amount) {
      blows.push(/** @type {any} */ ({ ...e, text: `${cause.text}: ${e.text}` }))
      add(facts, t('r_dealt'), other(e.player), e.amount)
      add(by, cardName(book, cause.card), other(e.player), e.amount)
    } else if (e.kind === 'nixed') add(facts, t('r_nixed_stack'), e.player, 1)
    else if (e.kind === 'resolves') add(facts, t('r_resolved'), e.player, 1)
    else if (e.kind === 'refills') add(facts, t('r_refills'), e.player, 1)
  }
  const moments = greatest(blows, 4)
  const cursor = told.at === null || told.at === undefined ? null : time.at(told.at)
  const height = (/** @type {GameEvent} */ e) => /** @type {Point} */ ([...lines[e.player]].reverse().find(p => p.x <= time.at(e.n))).y
  const sizes = (/** @type {string} */ seat) => [lines[seat][0], ...roundEnds(lines[seat])].map(p => p.y)
  return html`<h3>${t('c_chart')}</h3><${Lines} lines=${lines} rounds=${time.rounds} first=${time.first} steps=${true} cursor=${cursor} label=${`${t('c_chart')}: ${seats.map(seat => `${book.players[seat]} ${sizes(seat).join(', ')}`).join('; ')}`}
      marks=${moments.map((e, i) => ({ x: time.at(e.n), y: height(e), name: String(i + 1) }))} />
    ${moments.length ? html`<h3>${t('turning_points')}</h3><${Turns} told=${told} moments=${moments} round=${time.round} />` : null}
    <h3>${t('r_in_numbers')}</h3><div class="two-tables"><${Table} seats=${seats} rows=${[...facts]} caption=${t('r_in_numbers')} />${by.size ? html`<${Table} seats=${seats} rows=${[...by]} caption=${t('r_damage_by')} sum=${t('r_damage')} />` : null}</div>
    <h3>${t('r_cards')}</h3><${Played} seats=${seats} events=${events} owner="player" name=${(/** @type {string} */ card) => cardName(book, card)} label=${(/** @type {string} */ seat) => book.players[seat]} />`
}

/** @param {{ told: Told }} props */
const CastersScores = ({ told }) => {
  const book = pool.value
  const now = told.view
  const end = now.outcome
  if (!book || !end) return null
  const winner = end.winners[0]
  return html`<h3 class="verdict">${winner ? html`<${Badge} power=${winner} class="huge" />` : null}<span>${!winner ? t('c_draw_game') : winner === now.seat ? t('c_you_won') : t('outcome_won', { power: book.players[winner] })}</span></h3>
    <p>${winner ? t(`c_reason_${end.reason}`) : t('c_reason_draw')}</p>
    <table class="sums scores"><thead><tr><th scope="col"><span class="hidden">${t('c_player')}</span></th>${['c_deck', 'c_hand_short', 'c_pit'].map(key => html`<th key=${key} scope="col" class="number">${t(key)}</th>`)}</tr></thead><tbody>${now.seats.map((/** @type {string} */ seat) => {
      const { hand, deck, pit } = now.players[seat]
      return html`<tr key=${seat} class=${seat === winner ? 'leads' : ''}><th scope="row"><${Badge} power=${seat} /> ${book.players[seat]}${seat === now.seat ? ` (${t('you')})` : ''}</th>
        <td class="number deck-size">${deck}</td><td class="number">${Array.isArray(hand) ? hand.length : hand}</td><td class="number">${pit.length}</td></tr>`
    })}</tbody></table>`
}

/** The whole story. @param {Told} told */
export const Result = told => {
  const casters = told.view.game === 'casters'
  return html`<div class="outcome">${casters ? html`<${CastersScores} told=${told} />` : html`<${OldWorldScores} told=${told} />`}
    ${told.children}${casters ? html`<${Casters} told=${told} />` : html`<${OldWorld} told=${told} />`}<${Chances} told=${told} /><${Proof} told=${told} /></div>`
}

/** The result of the open table. */
export const TableResult = () => {
  const [verified, setVerified] = useState(/** @type {boolean | null} */ (null))
  const now = view.value
  if (!now?.outcome) return null
  const id = tableId()
  const verify = async () => {
    try {
      const record = await (await fetch(`api/tables/${id}/record`)).text()
      setVerified((await api('replay', { record, story: true })).story.verified)
    } catch (error) {
      say(/** @type {Error} */ (error).message)
    }
  }
  return html`<${Result} view=${now} events=${log.value} keyed=${state.value?.table.keyed ?? null} verified=${verified} verify=${verify}>
    <p class="row"><a class="button confirm" href="#/">${t('outcome_again')}</a><a class="button" href=${`#/replay/${id}/0`}>${t('r_replay')}</a><button onClick=${() => { sheet.value = null }}>${t(now.game === 'casters' ? 'c_look' : 'outcome_board')}</button>
      <a class="button" href=${`api/tables/${id}/record`} download>${t('outcome_record')}</a></p></${Result}>`
}
