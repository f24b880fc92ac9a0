// @ts-check
/** The end of a game: who won and why, and how the points grew. */
import { html } from './vendor/vendor.js'
import { catalogue, log, sheet, view } from './store.js'
import { tableId } from './net.js'
import { powerName } from './describe.js'
import { Badge } from './pieces.js'
import { t } from './strings.js'

/** Victory points at the end of each round, from the log. @param {string[]} seats */
const byRound = seats => {
  /** @type {Record<string, number[]>} */
  const lines = Object.fromEntries(seats.map(seat => [seat, [0, 0]]))
  for (const e of log.value) {
    if (e.kind === 'round') for (const seat of seats) while (lines[seat].length < e.round + 1) lines[seat].push(lines[seat][lines[seat].length - 1])
    if (e.kind === 'vp' && lines[e.power]) lines[e.power][lines[e.power].length - 1] += e.amount
  }
  return lines
}

/** The round in which an event happened. @param {number} n */
const roundOf = n => log.value.reduce((round, e) => (e.kind === 'round' && e.n <= n ? e.round : round), 1)

/** Lines that grow or shrink by round, each with its seat's badge at the end. @param {{ lines: Record<string, number[]>, label: string }} props */
export const Chart = ({ lines, label }) => {
  const rounds = Math.max(...Object.values(lines).map(line => line.length - 1), 1)
  const most = Math.max(10, ...Object.values(lines).flat())
  const every = Math.ceil(rounds / 15)
  const top = Math.ceil(most / 10) * 10
  const x = (/** @type {number} */ i) => 30 + i / rounds * 300
  const y = (/** @type {number} */ vp) => 170 - vp / top * 155
  return html`<svg class="chart" viewBox="0 0 350 195" role="img" aria-label=${label}>
    ${Array.from({ length: top / 10 + 1 }, (_, i) => html`<g key=${i}><path class="grid" d=${`M30 ${y(i * 10)}H330`} /><text x="24" y=${y(i * 10) + 4} text-anchor="end">${i * 10}</text></g>`)}
    ${Array.from({ length: rounds + 1 }, (_, i) => i % every === 0 && html`<text key=${`r${i}`} x=${x(i)} y="188" text-anchor="middle">${i}</text>`)}
    ${Object.entries(lines).map(([power, line]) => html`<g key=${power} class=${`line ${power}`}><path d=${line.map((vp, i) => `${i ? 'L' : 'M'}${x(i)} ${y(vp)}`).join('')} />
      <svg x=${x(line.length - 1) - 9} y=${y(line[line.length - 1]) - 9} width="18" height="18" viewBox="0 0 18 18"><${Badge} power=${power} /></svg></g>`)}
  </svg>`
}

export const Outcome = () => {
  const now = view.value
  const book = catalogue.value
  const end = now?.outcome
  if (!now || !book || !end) return null
  const names = end.winners.map(power => powerName(book, power))
  const order = [...now.seats].sort((a, b) => end.scores[b] - end.scores[a])
  /** @type {Record<string, Record<string, number>>} */
  const sources = Object.fromEntries(now.seats.map(seat => [seat, {}]))
  for (const e of log.value) if (e.kind === 'vp' && sources[e.power]) sources[e.power][e.why] = (sources[e.power][e.why] ?? 0) + e.amount
  return html`<div class="outcome">
    <h3 class="verdict">${end.winners.map(power => html`<${Badge} key=${power} power=${power} class="huge" />`)}<span>${!names.length ? t('outcome_nobody') : names.length > 1 ? t('outcome_draw', { powers: names.join(', ') })
      : end.winners[0] === now.seat ? t('outcome_you_won') : t('outcome_won', { power: names[0] })}</span></h3>
    <p>${t(`reason_${end.reason}`)}</p>
    <table class="sums scores"><tbody>${order.map(power => html`<tr key=${power} class=${end.winners.includes(power) ? 'leads' : ''}><th scope="row"><${Badge} power=${power} /> ${powerName(book, power)}${power === now.seat ? ` (${t('you')})` : ''}</th>
      <td class="number">${end.scores[power]} ${t('vp')}</td><td>${t('dial')} ${now.powers[power].dial}/${now.powers[power].dial_length}</td>
      <td class="small">${Object.entries(sources[power]).sort((a, b) => b[1] - a[1]).map(([why, n]) => `${t(`why_${why}`)} ${n}`).join(', ')}</td></tr>`)}</tbody></table>
    <h3>${t('turning_points')}</h3><ol class="plain">${log.value.filter(e => e.kind === 'vp').sort((a, b) => b.amount - a.amount).slice(0, 4).sort((a, b) => a.n - b.n).map(e => html`<li key=${e.n}>${t('round_short', { round: roundOf(e.n) })}: ${e.text}</li>`)}</ol>
    <h3>${t('outcome_chart')}</h3><${Chart} lines=${byRound(now.seats)} label=${t('outcome_chart')} />
    <p class="row"><a class="button confirm" href="#/">${t('outcome_again')}</a><button onClick=${() => { sheet.value = null }}>${t('outcome_board')}</button>
      <a class="button" href=${`api/tables/${tableId()}/record`} download>${t('outcome_record')}</a></p></div>`
}
