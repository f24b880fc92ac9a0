// @ts-check
/** The drawn things: glyphs, figures, tokens, emblems. All shapes are our own, on a grid from -10 to 10. */
import { html } from './vendor/vendor.js'

/** An egg around a point. @param {number} x @param {number} y @param {number} rx @param {number} ry */
const egg = (x, y, rx, ry) => `M${x} ${y - ry}A${rx} ${ry} 0 1 1 ${x} ${y + ry} ${rx} ${ry} 0 1 1 ${x} ${y - ry}Z`
/** A star with this many points. @param {number} points @param {number} outer @param {number} inner */
const star = (points, outer, inner) => `M${Array.from({ length: points * 2 }, (_, i) => {
  const [a, r] = [i * Math.PI / points, i % 2 ? inner : outer]
  return `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`
}).join('L')}Z`

/** Filled outlines; a second letter `line` marks glyphs that are drawn as strokes. @type {Record<string, string>} */
const FILLED = {
  khorne: 'M-1.3-10.2H1.3V-6L5.2-9.6Q12.4-2.4 5.2 4.8L1.3 1.4V10.4H-1.3V1.4L-5.2 4.8Q-12.4-2.4-5.2-9.6L-1.3-6Z',
  nurgle: 'M0-9.6A4.3 4.3 0 1 1 0-1 4.3 4.3 0 1 1 0-9.6ZM-5.2-.4A4.3 4.3 0 1 1-5.2 8.2 4.3 4.3 0 1 1-5.2-.4ZM5.2-.4A4.3 4.3 0 1 1 5.2 8.2 4.3 4.3 0 1 1 5.2-.4Z',
  tzeentch: 'M0 10C-8 8.5-9 1.5-4.6-2.2-4.8.4-3.6 1.4-2.6 1.4-3.6-3.2-.8-7.6 3.4-10 2.4-6.6 4.4-4.6 5.8-2 8.6 3.2 6.4 9 0 10ZM.4 2.2C-1.4 3.6-2 5-1.4 6.4-.6 7.8 1.6 7.8 2.4 6.2 3 4.8 2 3.6.4 2.2Z',
  slaanesh: 'M3.4-9.4A9.6 9.6 0 1 0 9.4 3.8 7 7 0 1 1 3.4-9.4ZM5.4-5.2A2.7 2.7 0 1 1 5.4.2 2.7 2.7 0 1 1 5.4-5.2Z',
  noble: 'M-9.5 7V-4.5L-4.6.6 0-8 4.6.6 9.5-4.5V7Z',
  warpstone: 'M-1-10 5.6-3.6 3.8 8.4-1.4 10-6-1.4ZM-1.4-5.6-3.4-1-.6 6.4 1-2Z',
  hero: 'M0-10.5 2-7.5V2.2H6.4V4.8H1.5V10H-1.5V4.8H-6.4V2.2H-2V-7.5Z',
  skaven: 'M-8.6-9C-10.6-3.6-8.8-.4-6-.2-5 5.4-3 8-1 10H1C3 8 5 5.4 6-.2 8.8-.4 10.6-3.6 8.6-9 5-8.6 3.2-6.6 2.4-4.4H-2.4C-3.2-6.6-5-8.6-8.6-9ZM-3.6.2-1.6 1.6-3.2 2.6ZM3.6.2 1.6 1.6 3.2 2.6Z',
  event: 'M4-10 5.4-5.6H10L6.4-2.8 7.8 1.8 4-1 .2 1.8 1.6-2.8-2-5.6H2.6ZM-.8.4 1 3-8.6 10.4-9.6 9.4Z',
  shield: 'M0 10.4C-7.4 6.8-9.4 1-8.4-8-4.6-7-2-8-0-10.4 2-8 4.6-7 8.4-8 9.4 1 7.4 6.8 0 10.4Z',
  crown: 'M-9.5 7V-4.5L-4.6.6 0-8 4.6.6 9.5-4.5V7Z',
  tower: 'M-6 10V-3.4H-8.4V-10H-4.6V-7.4H-1.9V-10H1.9V-7.4H4.6V-10H8.4V-3.4H6V10H2.4V5.4A2.4 2.4 0 0 0-2.4 5.4V10Z',
  power: 'M2.4-10.4-6.6 2H-1.4L-3 10.4 6.6-2.4H1.2Z',
  skull: 'M-8.6-1.8C-8.6-13-8.6-10 0-10 8.6-10 8.6-13 8.6-1.8 8.6 2 6.6 3.8 4.8 4.4V9.4H1.8V7H-1.8V9.4H-4.8V4.4C-6.6 3.8-8.6 2-8.6-1.8ZM-3.6-3.4A2.3 2.3 0 1 0-3.6 1.2 2.3 2.3 0 1 0-3.6-3.4ZM3.6-3.4A2.3 2.3 0 1 0 3.6 1.2 2.3 2.3 0 1 0 3.6-3.4Z',
  magic: 'M0-10.5 1.8-4.4 7.4-7.4 4.4-1.8 10.5 0 4.4 1.8 7.4 7.4 1.8 4.4 0 10.5-1.8 4.4-7.4 7.4-4.4 1.8-10.5 0-4.4-1.8-7.4-7.4-1.8-4.4Z',
  cultist: 'M0-9.5C4.6-9.5 6-5.6 5-2.2 8 .6 9 5.4 9 9.5H-9C-9 5.4-8 .6-5-2.2-6-5.6-4.6-9.5 0-9.5ZM0-6.4C-2.4-6.4-3.2-4-2.4-1.8 -1.6-.4 1.6-.4 2.4-1.8 3.2-4 2.4-6.4 0-6.4Z',
  warrior: 'M-8-10C-7-6.4-5-6-3.2-6.6-1.4-7.6 1.4-7.6 3.2-6.6 5-6 7-6.4 8-10 9.6-5.4 8-2.2 5.6-1.6L4.6 6.6 0 10-4.6 6.6-5.6-1.6C-8-2.2-9.6-5.4-8-10ZM-4-1.2-3 1.4-.8.6ZM4-1.2 3 1.4.8.6Z',
  one: star(8, 10.5, 5.6) + egg(0, 0, 2.6, 2.6),
  two: 'M2.6-9.8A10 10 0 1 0 9.8 3.4 8.2 8.2 0 0 1 2.6-9.8Z',
  action: 'M0-9.4 10 8H-10Z',
  ally: `M0-1C3.6-1 7 3.2 7 6.4 7 8.8 5 9.8 2.8 9.2 1 8.7-1 8.7-2.8 9.2-5 9.8-7 8.8-7 6.4-7 3.2-3.6-1 0-1Z${egg(-7.6, -1.4, 2.2, 3)}${egg(-2.9, -6.6, 2.3, 3.2)}${egg(2.9, -6.6, 2.3, 3.2)}${egg(7.6, -1.4, 2.2, 3)}`,
  daemon: 'M-10-9.4C-6-9.6-3-7-2.4-4.4H2.4C3-7 6-9.6 10-9.4 8.4-8 7.6-6 8-3 10-2 10.4 2 9.6 5 8 2.6 6.4 2.4 5.4 3.4L3.4 9.6 0 7.4-3.4 9.6-5.4 3.4C-6.4 2.4-8 2.6-9.6 5-10.4 2-10-2-8-3-7.6-6-8.4-8-10-9.4ZM-4.4-1.6-2.4 1-.8-.6ZM4.4-1.6 2.4 1 .8-.6Z',
}
/** Glyphs drawn with a pen. @type {Record<string, string>} */
const DRAWN = {
  peasant: 'M0 10V-1M-6.4-9.4V-5Q-6.4-1 0-1 6.4-1 6.4-5V-9.4M0-1V-9.4',
  dial: 'M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9ZM0 0 4-5.4M0-9V-6.8M9 0H6.8M0 9V6.8M-9 0H-6.8',
  counter: 'M0-4.6A4.6 4.6 0 1 1 0 4.6 4.6 4.6 0 1 1 0-4.6ZM0-9.6V-6M0 9.6V6M9.6 0H6M-9.6 0H-6M6.8-6.8 4.3-4.3M-6.8-6.8-4.3-4.3M6.8 6.8 4.3 4.3M-6.8 6.8-4.3 4.3',
  card: 'M-6-9H6A1.5 1.5 0 0 1 7.5-7.5V7.5A1.5 1.5 0 0 1 6 9H-6A1.5 1.5 0 0 1-7.5 7.5V-7.5A1.5 1.5 0 0 1-6-9ZM-3.6-5.2H3.6M-3.6-2H3.6',
  deck: 'M-8-6.4H3.4V9H-8ZM-4.6-6.4V-9.4H7V6H3.4',
  pit: 'M-9.4-3.6Q-8 8.6 0 8.6 8 8.6 9.4-3.6M-9.4-3.6A9.4 3 0 1 1 9.4-3.6 9.4 3 0 1 1-9.4-3.6M0-10V-6.4',
  silenced: 'M-9-7.6H9V4H0L-4.6 8.6V4H-9ZM-8 9.6 9-9.6',
  puppet: 'M-8-9 8-5M-8-5 8-9M-5.4-6V3.4M5.4-6V3.4M0-7V.6M-3 6A3 3 0 1 1 3 6 3 3 0 1 1-3 6',
  copied: 'M-9-4.6H3.6V9H-9ZM-4.6-4.6V-9H9V4.6H3.6',
  once: 'M7.4-4.6A8.7 8.7 0 1 0 8.7 1.4M8.6-9.4V-4H3.2M-1.6-3 .6-4.4V4.4',
  eye: 'M-10 0Q0-10 10 0 0 10-10 0ZM0-3A3 3 0 1 1 0 3 3 3 0 1 1 0-3',
  arrow: 'M-9 0H8M2-6 8 0 2 6',
  lamp: 'M-3 4.4Q-3 2.6-4.8 1A6.6 6.6 0 1 1 4.8 1Q3 2.6 3 4.4ZM-2.4 7.4H2.4M-1 10H1',
}

/** @param {{ name: string, x?: number, y?: number, size?: number, fill?: string }} props */
export const Glyph = ({ name, x = 0, y = 0, size = 10, fill = 'currentColor' }) =>
  DRAWN[name]
    ? html`<path d=${DRAWN[name]} transform=${`translate(${x} ${y}) scale(${size / 10})`} fill="none" stroke=${fill} stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" />`
    : html`<path d=${FILLED[name] ?? FILLED.event} transform=${`translate(${x} ${y}) scale(${size / 10})`} fill=${fill} fill-rule="evenodd" />`

/** A glyph in running text. @param {{ name: string, title?: string, class?: string }} props */
export const Icon = ({ name, title, class: more = '' }) => html`
  <svg class=${`icon ${more}`} viewBox="-11 -11 22 22" role=${title ? 'img' : 'presentation'} aria-label=${title} aria-hidden=${!title}>
    ${title && html`<title>${title}</title>`}<${Glyph} name=${name} />
  </svg>`

/** The silhouette that belongs to a seat, radius 10: hexagon, circle, diamond, square; in Chaos Casters an octagon and a circle. @type {Record<string, string>} */
export const SILHOUETTE = {
  khorne: 'M0-10.6 9.2-5.3V5.3L0 10.6-9.2 5.3V-5.3Z',
  nurgle: 'M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z',
  tzeentch: 'M0-12.4 11.4 0 0 12.4-11.4 0Z',
  one: 'M-4.4-10.6H4.4L10.6-4.4V4.4L4.4 10.6H-4.4L-10.6 4.4V-4.4Z',
  two: egg(0, 0, 10.4, 10.4),
  slaanesh: 'M-7.2-9.2H7.2Q9.2-9.2 9.2-7.2V7.2Q9.2 9.2 7.2 9.2H-7.2Q-9.2 9.2-9.2 7.2V-7.2Q-9.2-9.2-7.2-9.2Z',
}

/** A pattern for each side, for those who want one besides the colour: stripes, dots, checks, lines; strokes and rings. @type {Record<string, [string, string]>} */
const WEAVES = {
  khorne: ['M-1 7 7-1M-1 1 1-1M5 7 7 5', '--on-khorne'], nurgle: ['M1 2H2.4M4 5H5.4', '--on-nurgle'], tzeentch: ['M0 0 6 6M6 0 0 6', '--on-tzeentch'],
  slaanesh: ['M0 1.5H6M0 4.5H6', '--on-slaanesh'], one: ['M1.5 0V6M4.5 0V6', '--on-one'], two: ['M3 1.4V4.6M1.4 3H4.6', '--on-two'],
}

export const Weaves = () => html`<svg class="weaves" aria-hidden="true"><defs>${Object.entries(WEAVES).map(([side, [d, ink]]) => html`<pattern key=${side} id=${`weave-${side}`} width="6" height="6" patternUnits="userSpaceOnUse">
  <rect width="6" height="6" style=${{ fill: `var(--${side})` }} /><path d=${d} style=${{ stroke: `var(${ink})`, opacity: '.55', strokeWidth: '1.1' }} /></pattern>`)}</defs></svg>`

/** A Power's sign in running text: silhouette and glyph. @param {{ power: string, title?: string, class?: string }} props */
export const Badge = ({ power, title, class: more = '' }) => html`
  <svg class=${`badge ${more}`} viewBox="-13.5 -13.5 27 27" role=${title ? 'img' : 'presentation'} aria-label=${title} aria-hidden=${!title}>
    ${title && html`<title>${title}</title>`}
    <path class=${`body ${power}`} d=${SILHOUETTE[power]} /><g class=${`mark ${power}`}><${Glyph} name=${power} size=${6.2} /></g>
  </svg>`

/** Radius of a figure by its kind. @type {Record<string, number>} */
export const RADIUS = { cultist: 17, warrior: 21.5, daemon: 27 }

/** One figure: silhouette and glyph by owner, size, ring and horns by kind.
 * @param {{ figure: Omit<import('./types.d.ts').Figure, 'count'>, x: number, y: number }} props */
const One = ({ figure: f, x, y }) => {
  const scale = RADIUS[f.kind] / 10
  return html`<g transform=${`translate(${x} ${y})`}>
    ${f.kind === 'daemon' && html`<path class=${`horns ${f.power}`} d="M-17-14C-28-23-25-32-20-36-20-29-15-26-8-24ZM17-14C28-23 25-32 20-36 20-29 15-26 8-24Z" />`}
    <path class=${`body ${f.power}`} transform=${`scale(${scale})`} d=${SILHOUETTE[f.power]} />
    ${f.kind !== 'cultist' && html`<path class=${`ring ${f.power}`} transform=${`scale(${scale * 0.8})`} d=${SILHOUETTE[f.power]} />`}
    <g class=${`mark ${f.power}`}><${Glyph} name=${f.power} size=${RADIUS[f.kind] * (f.kind === 'cultist' ? 0.62 : 0.52)} /></g>
    ${f.kind === 'daemon' && html`<g class=${`mark ${f.power}`}><path d="M-7 16H7M-4 19.5H4" stroke="currentColor" stroke-width="2" /></g>`}
    ${f.shielded && html`<path class="shielded" transform=${`scale(${scale * 1.22})`} d=${SILHOUETTE[f.power]} />`}
  </g>`
}

/** How wide a group of like figures is drawn. @param {import('./types.d.ts').Figure} f */
export const groupWidth = f => 2 * RADIUS[f.kind] + (f.count <= 3 ? (f.count - 1) * 15 : 10) + (f.charmed ? 8 : 0)

/** Like figures as one group, its left edge at x: up to three are drawn, more are one figure with a number.
 * @param {{ figure: import('./types.d.ts').Figure, x: number, y: number }} props */
export const Figures = ({ figure: f, x, y }) => {
  const r = RADIUS[f.kind]
  const shown = f.count <= 3 ? f.count : 1
  return html`<g class=${`figures ${f.spent ? 'spent' : ''}`}>
    ${Array.from({ length: shown }, (_, i) => html`<${One} key=${i} figure=${f} x=${x + r + i * 15} y=${y} />`)}
    ${f.count > 3 && html`<g transform=${`translate(${x + 2 * r} ${y - r * 0.55})`}><circle class="count" r="11" /><text class="count-text" y="5">${f.count}</text></g>`}
    ${f.charmed && html`<g transform=${`translate(${x + 2 * r + (shown - 1) * 15} ${y - r * 0.7}) scale(.75)`}><path class="body slaanesh" d=${SILHOUETTE.slaanesh} /><g class="mark slaanesh"><${Glyph} name="slaanesh" size=${6} /></g></g>`}
    ${f.on_space && html`<path class="stand" d=${`M${x - 2} ${y + r + 3}H${x + 2 * r + 2}`} />`}
  </g>`
}

/** An Old World token: a coin with a glyph, and a number when there are several. @param {{ token: string, count: number, x: number, y: number }} props */
export const Coin = ({ token, count, x, y }) => html`<g transform=${`translate(${x} ${y})`}>
  <circle class=${`coin ${token}`} r="12.5" /><g class="coin-glyph"><${Glyph} name=${token} size=${7.4} /></g>
  ${count > 1 && html`<g transform="translate(10 -9)"><circle class="count" r="8.5" /><text class="count-text small" y="4">${count}</text></g>`}
</g>`

/** Corruption of one Power: a drop in its silhouette with the number beside it. @param {{ power: string, count: number, x: number, y: number }} props */
export const Corruption = ({ power, count, x, y }) => html`<g transform=${`translate(${x} ${y})`}>
  <path class=${`body ${power}`} transform="scale(.88)" d=${SILHOUETTE[power]} /><g class=${`mark ${power}`}><${Glyph} name=${power} size=${5.2} /></g>
  <text class="corruption-text" x="13" y="6.5">${count}</text>
</g>`

/** A whole number from a text, always the same (FNV-1a). @param {string} text */
export const hash = text => {
  let h = 2166136261
  for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619)
  return h >>> 0
}

/** @type {Map<string, { d: string, inner: string, dots: [number, number][] }>} */
const emblems = new Map()

/** A card's emblem from its id: a new card has a picture the moment it has a name. Box -60 to 60. @param {string} id */
const emblem = id => {
  const known = emblems.get(id)
  if (known) return known
  let seed = hash(id)
  const draw = (/** @type {number} */ n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor(seed / 4294967296 * n)
  }
  const family = draw(4)
  const fold = 3 + draw(6)
  const turn = draw(2) ? Math.PI / fold : 0
  /** @param {(a: number) => number} radius @param {number} [steps] */
  const curve = (radius, steps = 240) => `${Array.from({ length: steps }, (_, i) => {
    const a = i / steps * 2 * Math.PI
    const r = radius(a)
    return `${i ? 'L' : 'M'}${(r * Math.sin(a + turn)).toFixed(1)} ${(-r * Math.cos(a + turn)).toFixed(1)}`
  }).join('')}Z`
  let d = ''
  if (family === 0) {
    const depth = 10 + draw(14)
    d = curve(a => 34 + depth * Math.cos(fold * a)) + curve(a => 20 - depth / 3 * Math.cos(fold * a))
  } else if (family === 1) {
    const skip = fold > 4 ? 2 : 1
    const points = fold % skip === 0 && skip > 1 ? fold + 1 : fold
    const inner = 14 + draw(12)
    d = `${Array.from({ length: points * 2 }, (_, i) => {
      const a = i * Math.PI / points + turn
      const r = i % 2 ? inner : 46
      return `${i ? 'L' : 'M'}${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`
    }).join('')}Z` + curve(() => inner * 0.55, 40)
  } else if (family === 2) {
    const winds = fold % 2 ? 2 : 3
    const steps = 400
    const depth = 10 + draw(10)
    d = `${Array.from({ length: steps }, (_, i) => {
      const a = i / steps * 2 * Math.PI * winds
      const r = 30 + depth * Math.cos(fold * a / winds)
      return `${i ? 'L' : 'M'}${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`
    }).join('')}Z`
  } else {
    const sharp = 1 + draw(2)
    const inner = 5 + draw(8)
    d = curve(a => inner + (46 - inner) * Math.abs(Math.cos(fold * a / 2)) ** sharp)
  }
  const ringed = draw(3)
  const dots = /** @type {[number, number][]} */ (Array.from({ length: fold }, (_, i) => {
    const a = (i + 0.5) / fold * 2 * Math.PI + turn
    return [Math.round(41 * Math.sin(a)), Math.round(-41 * Math.cos(a))]
  }))
  const made = { d, inner: ringed ? curve(() => 6 + 3 * ringed, 40) : '', dots: ringed === 2 ? [] : dots }
  emblems.set(id, made)
  return made
}

/** @param {{ id: string }} props */
export const EmblemArt = ({ id }) => {
  const art = emblem(id)
  return html`<path class="emblem-line" d=${art.d} /><path class="emblem-heart" d=${art.inner} />
    ${art.dots.map(([x, y]) => html`<circle class="emblem-heart" cx=${x} cy=${y} r="3.4" />`)}`
}

/** @param {{ id: string }} props */
export const Emblem = ({ id }) => html`<svg class="emblem" viewBox="-60 -60 120 120" aria-hidden="true"><${EmblemArt} id=${id} /></svg>`
