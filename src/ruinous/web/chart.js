// @ts-check
/** Small drawings of numbers: lines by round, bars against what was to be expected. */
import { html } from './vendor/vendor.js'
import { Badge, SILHOUETTE } from './pieces.js'

/** @typedef {{ x: number, y: number }} Point */

const WIDE = 600
const TALL = 230
const LEFT = 34
const RIGHT = 36
const FOOT = 22

/** The points of a line at the end of each round. @param {Point[]} points */
export const roundEnds = points => points.filter(p => Number.isInteger(p.x) && p.x > 0)

/** Heights for signs that lie too close together: each keeps its place in the order, none covers another.
 * @param {number[]} wanted @param {number} apart */
const spread = (wanted, apart) => {
  const order = wanted.map((y, i) => ({ y, i })).sort((a, b) => a.y - b.y)
  for (let k = 1; k < order.length; k += 1) order[k].y = Math.max(order[k].y, order[k - 1].y + apart)
  const over = order.length ? Math.max(0, order[order.length - 1].y - (TALL - FOOT)) : 0
  const found = [...wanted]
  for (const { y, i } of order) found[i] = y - over
  return found
}

/** A round number for the top of a scale, and the way between two lines of the grid. @param {number} most */
const scale = most => {
  const way = [1, 2, 5, 10, 20, 25, 50, 100].find(n => most / n <= 6) ?? 200
  return { way, top: Math.max(way, Math.ceil(most / way) * way) }
}

/** Lines over the rounds, one for each seat with its sign at the end; `x` 0 is the beginning, 1 the end of the first round.
 * @param {{ lines: Record<string, Point[]>, rounds: number, label: string, steps?: boolean, marks?: (Point & { name: string })[], cursor?: number | null, first?: number }} props */
export const Lines = ({ lines, rounds, label, steps = false, marks = [], cursor = null, first = 1 }) => {
  const { way, top } = scale(Math.max(1, ...Object.values(lines).flat().map(p => p.y)))
  const x = (/** @type {number} */ at) => LEFT + at / Math.max(1, rounds) * (WIDE - LEFT - RIGHT)
  const y = (/** @type {number} */ n) => TALL - FOOT - n / top * (TALL - FOOT - 12)
  const every = Math.ceil(rounds / 15)
  const seats = Object.keys(lines)
  const ends = seats.map(seat => lines[seat][lines[seat].length - 1] ?? { x: 0, y: 0 })
  const heights = spread(ends.map(p => y(p.y)), 19)
  /** Numbers of turning points stand above their points, and not upon each other. @type {Point[]} */
  const signs = []
  for (const mark of marks) {
    const sign = { x: x(mark.x), y: Math.max(18, y(mark.y) - 15) }
    while (signs.some(other => Math.abs(other.x - sign.x) < 19 && Math.abs(other.y - sign.y) < 19)) sign.x += 20
    signs.push(sign)
  }
  const path = (/** @type {Point[]} */ points) => points.map((p, i) => (i && steps ? `H${x(p.x).toFixed(1)}V${y(p.y).toFixed(1)}` : `${i ? 'L' : 'M'}${x(p.x).toFixed(1)} ${y(p.y).toFixed(1)}`)).join('')
  return html`<svg class="chart" viewBox=${`0 0 ${WIDE} ${TALL}`} role="img" aria-label=${label}>
    ${Array.from({ length: Math.round(top / way) + 1 }, (_, i) => html`<g key=${`h${i}`}><path class="grid" d=${`M${LEFT} ${y(i * way)}H${WIDE - RIGHT}`} /><text x=${LEFT - 7} y=${y(i * way) + 4} text-anchor="end">${i * way}</text></g>`)}
    ${Array.from({ length: rounds + 1 }, (_, i) => html`<path key=${`v${i}`} class="grid thin" d=${`M${x(i)} 12V${TALL - FOOT}`} />`)}
    ${Array.from({ length: rounds }, (_, i) => i % every === 0 && html`<text key=${`r${i}`} x=${x(i + 0.5)} y=${TALL - 5} text-anchor="middle">${i + first || '·'}</text>`)}
    ${cursor === null ? null : html`<path class="cursor" d=${`M${x(cursor)} 8V${TALL - FOOT}`} />`}
    ${seats.map((seat, k) => html`<g key=${seat} class=${`line ${seat}`}><path class="under" d=${path(lines[seat])} /><path class="over" d=${path(lines[seat])} />
      <path class="tail" d=${`M${x(ends[k].x)} ${y(ends[k].y)}L${x(ends[k].x) + 10} ${heights[k]}`} />
      <svg x=${x(ends[k].x) + 9} y=${heights[k] - 9.5} width="19" height="19" viewBox="0 0 19 19"><${Badge} power=${seat} /></svg></g>`)}
    ${seats.map(seat => roundEnds(lines[seat]).map((p, i) => html`<path key=${`${seat}${i}`} class=${`body ${seat} knot`} transform=${`translate(${x(p.x)} ${y(p.y)}) scale(.34)`} d=${SILHOUETTE[seat]} />`))}
    ${marks.map((mark, i) => html`<g key=${mark.name} class="turn" transform=${`translate(${signs[i].x} ${signs[i].y})`}><circle r="9" /><text y="4" text-anchor="middle">${mark.name}</text></g>`)}
  </svg>`
}

/** A bar for what came, and a mark for what was to be expected. @param {{ seat: string, came: number, expected: number, most: number }} props */
export const Against = ({ seat, came, expected, most }) => html`<svg class="against" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
  <rect class="ground" width="100" height="14" /><rect class=${`body ${seat}`} y="2" height="10" width=${most ? came / most * 98 : 0} /><path class="wanted" d=${`M${most ? expected / most * 98 : 0} 0V14`} /></svg>`
