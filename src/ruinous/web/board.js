// @ts-check
/** The board: a keyed SVG of the map and what lies on it. Regions are the targets; pieces can be pointed at, too. */
import { html, useRef } from './vendor/vendor.js'
import map from './map.js'
import { candidates, catalogue, legal, litRegions, log, newFrom, openRegions, picked, pickWhat, pickWhere, sheet, spot, staged, state, view, what, where } from './store.js'
import { counted, figureKey, figureName, powerName, regionName, tokenName, towardsRuin, whatKey } from './describe.js'
import { Coin, Corruption, EmblemArt, Figures, Glyph, groupWidth, RADIUS } from './pieces.js'
import { Dice } from './panels.js'
import { whyNot } from './net.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').Action} Action */
/** @typedef {import('./types.d.ts').RegionView} RegionView */

/** @type {Record<string, { rings: number[][], box: number[] }>} */
const places = map.regions
const names = Object.keys(places)

/** @param {number[]} points */
const pairs = points => Array.from({ length: points.length / 2 }, (_, i) => `${points[2 * i]} ${points[2 * i + 1]}`)

/** @param {number[][]} rings */
const outline = rings => rings.map(ring => `M${ring.flatMap(n => {
  const way = pairs(map.arcs[Math.abs(n) - 1].points)
  return n > 0 ? way : way.reverse()
}).join('L')}Z`).join('')

/** @type {Record<string, string>} */
const outlines = Object.fromEntries(names.map(name => [name, outline(places[name].rings)]))
const mountains = outline(map.mountains)
/** @param {(sides: (string | null)[]) => boolean} wanted */
const lines = wanted => map.arcs.filter(arc => wanted(arc.between)).map(arc => `M${pairs(arc.points).join('L')}`).join('')
const coast = lines(sides => sides.includes(null))
const borders = lines(sides => !sides.includes(null) && !sides.includes('mountains'))
const foothills = lines(sides => !sides.includes(null) && sides.includes('mountains'))

/** Small drawings by kind: wave, mountain, tree, hill. */
const ORNAMENTS = [
  'M-9 0Q-4.5-5 0 0T9 0',
  'M-12 7-3-9 1-3 4-7 12 7M-3-9-1 0-3.6 4M4-7 5.4-1 4 3',
  'M0 6V1M0 1C-5 1-5-4-2.4-5-2-8.6 2-8.6 2.4-5 5-4 5 1 0 1Z',
  'M-8 3Q-3-5 2 1M-1 3Q3-4 8 3',
]

/** Everything that never changes is drawn once. */
export const ground = html`
  <rect class="sea" width=${map.width} height=${map.height} />
  <g class="ripples">${[34, 24, 15, 7].map(width => html`<path key=${width} d=${coast} stroke-width=${width} class=${`ripple ripple-${width}`} />`)}</g>
  ${names.map(name => html`<path key=${name} class=${`land ${name}`} d=${outlines[name]} />`)}
  <path class="land mountains" d=${mountains} />
  ${names.map(name => html`<g key=${name} clip-path=${`url(#clip-${name})`}><path class=${`wash ${name}`} d=${outlines[name]} /></g>`)}
  ${map.ornaments.map(([kind, x, y, size], i) => html`<path key=${i} class=${`ornament ornament-${kind}`} d=${ORNAMENTS[kind]} transform=${`translate(${x} ${y}) scale(${size})`} />`)}
  <path class="foothills" d=${foothills} /><path class="borders" d=${borders} /><path class="coast" d=${coast} />
  <g class="compass" transform="translate(1122 112)">
    <circle r="52" /><circle r="45" />
    <path d="M0-62 9-9 62 0 9 9 0 62-9 9-62 0-9-9Z" /><path class="half" d="M0-62 9-9 0 0ZM62 0 9 9 0 0ZM0 62-9 9 0 0ZM-62 0-9-9 0 0Z" />
    <path class="thin" d="M-29-29-12-6-6-12ZM29-29 6-12 12-6ZM29 29 12 6 6 12ZM-29 29-6 12-12 6Z" /><text y="-66">N</text>
  </g>
  <rect class="grain" width=${map.width} height=${map.height} fill="url(#paper)" />
  <rect class="frame" x="5" y="5" width=${map.width - 10} height=${map.height - 10} /><rect class="frame thin" x="11" y="11" width=${map.width - 22} height=${map.height - 22} />`

export const definitions = html`<defs>
  ${names.map(name => html`<clipPath key=${name} id=${`clip-${name}`}><path d=${outlines[name]} /></clipPath>`)}
  <pattern id="paper" width="128" height="128" patternUnits="userSpaceOnUse"><image href=${new URL('./paper.png', import.meta.url).href} width="128" height="128" /></pattern>
  <pattern id="hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(38)"><path d="M0 0V9" class="hatch" /></pattern>
</defs>`

/** Breaks groups of pieces into rows of at most this width. @param {import('./types.d.ts').Figure[]} figures @param {number} width */
const rows = (figures, width) => {
  /** @type {{ width: number, groups: { figure: import('./types.d.ts').Figure, x: number }[] }[]} */
  const found = []
  for (const figure of figures) {
    const wide = groupWidth(figure)
    let row = found[found.length - 1]
    if (!row || row.width + wide > width) found.push(row = { width: 0, groups: [] })
    row.groups.push({ figure, x: row.width })
    row.width += wide + 7
  }
  return found
}

/** Picks the one action that a click on a piece means, if there is one. @param {Action[]} actions */
const pickPiece = actions => (/** @type {Event} */ event) => {
  if (!actions.length) return
  event.stopPropagation()
  if (actions.length === 1) picked.value = actions[0]
  else pickWhat(whatKey(actions[0]))
}

/** A long name in two lines, broken at the space nearest its middle. @param {string} title */
const inLines = title => {
  const spaces = title.length > 13 ? [...title.matchAll(/ /g)].map(found => found.index) : []
  if (!spaces.length) return [title]
  const [at] = spaces.sort((a, b) => Math.abs(a - title.length / 2) - Math.abs(b - title.length / 2))
  return [title.slice(0, at), title.slice(at + 1)]
}

/** What lies in a region. @param {{ name: string, region: RegionView }} props */
const Contents = ({ name, region }) => {
  const book = catalogue.value
  if (!book) return null
  const [left, top, width, height] = places[name].box
  const middle = left + width / 2
  const title = regionName(book, name).replace(/^(The|O|A|Os|As) /, '')
  const mine = view.value?.seat
  const step = staged.value
  const ghost = step?.region === name && step.kind === 'summon' && step.figure ? { ...step.figure, count: 1 } : null
  const ghostCard = step?.region === name && step.kind === 'play' ? step.card : null
  const lines = rows(region.figures, width + 6)
  const ghostLine = ghost ? lines.findIndex(line => line.width + groupWidth(ghost) <= width + 6) : -1
  const tokens = Object.entries(region.tokens).filter(([, n]) => n)
  const corruption = Object.entries(region.corruption).filter(([, n]) => n)
  const tall = 2 * Math.max(...region.figures.map(f => RADIUS[f.kind]), ghost ? RADIUS[ghost.kind] : 0, 18) + 6
  const figuresTop = top + 101
  const need = 101 + Math.max(1, lines.length + (ghost && ghostLine < 0 ? 1 : 0)) * tall + 26
  const scale = Math.min(1, (height + 14) / need)
  const corruptionTop = Math.max(top + height - 10, figuresTop + lines.length * tall + 12)
  const ruin = towardsRuin(region)
  const free = region.cards.findIndex(card => card === null)
  const actionsOn = (/** @type {(a: Action) => boolean} */ fits) => candidates.value.filter(fits)
  return html`<g class="contents" aria-hidden="true" transform=${scale < 1 ? `translate(${middle * (1 - scale)} ${top * (1 - scale)}) scale(${scale})` : undefined}>
    <text class="region-name">${inLines(title).map((line, i, all) => html`<tspan key=${i} x=${region.dominates && line.length > 12 ? middle - 12 : middle} y=${Math.max(top + 25 - 25 * (all.length - 1), 34) + 25 * i}>${line}</tspan>`)}</text>
    ${region.cards.map((card, i) => {
      const x = left + 12 + i * 50
      const shown = card ?? (ghostCard && i === free ? [mine, ghostCard] : null)
      return html`<g key=${`card${i}`} transform=${`translate(${x} ${top + 30})`} class=${card ? '' : 'free'}>
        <rect class=${`space ${shown ? `taken ${shown[0] ?? 'nobody'}` : ''} ${!card && shown ? 'ghost' : ''} ${region.cancelled[i] ? 'cancelled' : ''}`} width="45" height="61" rx="4" />
        ${shown && html`<g class=${`space-art ${shown[0] ?? 'nobody'}`}>
          <title>${book.cards[shown[1] ?? '']?.name ?? book.old_world[shown[1] ?? '']?.name ?? shown[1]}</title>
          <g transform="translate(22.5 35) scale(.36)"><${EmblemArt} id=${shown[1] ?? ''} /></g>
          ${shown[0] && html`<text class="space-cost" x="7" y="15">${book.cards[shown[1] ?? '']?.cost ?? ''}</text>
          <g transform="translate(34 11) scale(.62)"><${Glyph} name=${shown[0]} size=${10} /></g>`}
          ${region.cancelled[i] && html`<path class="strike" d="M6 55 39 8" />`}
        </g>`}
      </g>`
    })}
    <g transform=${`translate(${left + width - 54} ${top + 46})`} class="numbers">
      <path class="shield" d="M0 19C-14 12-17 2-15-14-8-12-4-14 0-18 4-14 8-12 15-14 17 2 14 12 0 19Z" /><text y="8">${region.resistance}</text>
      <g transform="translate(34 0)"><circle class="laurel" r="16" /><path class="laurel-crown" d="M-8-9V-17L-3.6-13 0-19 3.6-13 8-17V-9Z" /><text y="8">${region.conquest}</text></g>
      ${region.populous && html`<g class="populous" transform="translate(-29 3)"><${Glyph} name="tower" size=${8.5} /></g>`}
    </g>
    ${tokens.map(([token, count], i) => {
      const actions = actionsOn(a => a.kind === 'token' && a.region === name && a.token === token)
      return html`<g key=${token} class=${actions.length ? 'pointable' : ''} onClick=${pickPiece(actions)}><title>${tokenName(book, token)}</title>
        <${Coin} token=${token} count=${count} x=${left + width - 24 - i * (tokens.length > 5 ? 25 : 29)} y=${top + 81} /></g>`
    })}
    ${lines.map((line, i) => {
      const y = figuresTop + (i + 0.5) * tall
      const withGhost = ghost && i === ghostLine ? groupWidth(ghost) + 7 : 0
      const start = middle - (line.width - 7 + withGhost) / 2
      return html`${line.groups.map(({ figure, x }) => {
        const key = figureKey(figure)
        const actions = actionsOn(a => Boolean(a.figure) && figureKey(/** @type {any} */ (a.figure)) === key && (a.kind === 'figure' ? a.region === name : a.kind === 'summon' && a.from === name))
        const fallen = view.value?.battle?.region === name && view.value.battle.downed.some(d => d.power === figure.power && d.kind === figure.kind)
        return html`<g key=${key} class=${`${actions.length ? 'pointable' : ''} ${what.value && actions.some(a => whatKey(a) === what.value) ? 'picked' : ''} ${fallen ? 'fallen' : ''}`} onClick=${pickPiece(actions)}>
          <title>${powerName(book, figure.power)}: ${counted(figure.count, figureName(figure, book))}</title><${Figures} figure=${figure} x=${start + x} y=${y} /></g>`
      })}
      ${ghost && i === ghostLine && html`<g class="ghost" key="ghost"><${Figures} figure=${ghost} x=${start + line.width} y=${y} /></g>`}`
    })}
    ${ghost && ghostLine < 0 && html`<g class="ghost" key="ghost"><${Figures} figure=${ghost} x=${middle - groupWidth(ghost) / 2} y=${figuresTop + (lines.length + 0.5) * tall} /></g>`}
    ${corruption.map(([power, count], i) => {
      const actions = actionsOn(a => a.kind === 'corruption' && a.region === name && a.power === power)
      return html`<g key=${power} class=${actions.length ? 'pointable' : ''} onClick=${pickPiece(actions)}><title>${t('corruption')}: ${powerName(book, power)} ${count}</title>
        <${Corruption} power=${power} count=${count} x=${middle - corruption.length * 22 - 24 + i * 44} y=${corruptionTop} /></g>`
    })}
    ${region.corruption_total > 0 && region.ruin === null && html`<g><title>${ruin.words}</title>
      <text class=${`towards ${ruin.falls ? 'falls' : ''}`} x=${middle + corruption.length * 22 - (corruption.length ? 26 : 20)} y=${corruptionTop + 6}>${region.corruption_total}/12</text></g>`}
    ${region.dominates && html`<g transform=${`translate(${left + width - 6} ${top + 12})`}><title>${t('dominates', { power: powerName(book, region.dominates), vp: region.conquest })}</title>
      <path class=${`flag ${region.dominates}`} d="M-14-12H14V8L0 14-14 8Z" /><g class=${`mark ${region.dominates}`}><${Glyph} name=${region.dominates} size=${7.5} /></g></g>`}
    ${region.ruin !== null && html`<g class="ruin" transform=${`translate(${left + 122} ${top + 60})`}><title>${t('ruined_as', { n: region.ruin })}</title>
      <rect x="-14" y="-15" width="46" height="30" rx="4" /><g transform="translate(0 0)"><${Glyph} name="skull" size=${10} /></g><text x="21" y="7">${region.ruin}</text></g>`}
  </g>`
}

/** What is to be said of a region. @param {RegionView} region */
const facts = region => {
  const book = catalogue.value
  if (!book) return []
  const parts = region.ruin === null ? [] : [t('ruined_as', { n: region.ruin })]
  parts.push(`${t('resistance')} ${region.resistance}, ${t('conquest')} ${region.conquest}`)
  for (const f of region.figures) parts.push(`${powerName(book, f.power)}: ${counted(f.count, figureName(f, book))}`)
  for (const card of region.cards) if (card) parts.push(book.cards[card[1]]?.name ?? book.old_world[card[1]]?.name ?? card[1])
  for (const [token, n] of Object.entries(region.tokens)) if (n) parts.push(counted(n, tokenName(book, token)))
  parts.push(`${t('corruption')} ${region.corruption_total}`)
  return parts
}

/** A region in words, for those who do not see the board. @param {string} name @param {RegionView} region */
const inWords = (name, region) => [catalogue.value ? regionName(catalogue.value, name) : name, ...facts(region)].join('. ')

/** The neighbour to go to from a region in a direction: near, and not far off that line. @param {string} from @param {number} dx @param {number} dy */
const towards = (from, dx, dy) => {
  const centre = (/** @type {string} */ name) => {
    const [x, y, w, h] = places[name].box
    return [x + w / 2, y + h / 2]
  }
  const [x, y] = centre(from)
  let best = from
  let least = Infinity
  for (const name of names) {
    const [ox, oy] = centre(name)
    const ahead = (ox - x) * dx + (oy - y) * dy
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx)
    if (name !== from && ahead > 20 && ahead + aside * 1.6 < least) {
      best = name
      least = ahead + aside * 1.6
    }
  }
  return best
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** A click or Enter on a region: the place for what is picked, or the region's sheet. @param {string} name */
export const openRegion = name => {
  const action = legal.value.find(a => whatKey(a) === what.value)
  if (what.value && action && openRegions.value.has(name)) {
    pickWhere(name)
    return
  }
  if (what.value && action && action.region) {
    if (action.kind === 'play') whyNot(`play ${action.card} ${name}`)
    else if (action.kind === 'summon') whyNot(action.text.replace(` ${action.region}`, ` ${name}`))
    return
  }
  const asked = legal.value.find(a => a.kind === 'region')
  if (openRegions.value.has(name)) pickWhere(name)
  else if (asked) whyNot(asked.text.replace(` ${asked.region}`, ` ${name}`))
  sheet.value = sheet.value?.id === name && sheet.value.kind === 'region' ? null : { kind: 'region', id: name }
}

/** A title in rows of at most 12 letters, where its words allow that. @param {string} title */
const inRows = title => title.split(' ').reduce((/** @type {string[]} */ found, word) => {
  const row = `${found[found.length - 1]} ${word}`
  return found.length && row.length <= 12 ? [...found.slice(0, -1), row] : [...found, word]
}, [])

/** The Old World track in the western sea and the ruination cards before the mountains. */
const Margins = () => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book) return null
  const open = (/** @type {Event} */ event) => {
    event.stopPropagation()
    sheet.value = { kind: 'old_world' }
  }
  return html`<g class="margins" aria-hidden="true" onClick=${open}>
    <text class="caption start" x="14" y="316">${t('track')}</text>
    ${now.track.map((id, i) => {
      const title = id ? book.old_world[id]?.name ?? id : t('track_empty')
      const split = inRows(title)
      return html`<g key=${i} transform=${`translate(12 ${326 + i * 111})`}><title>${id ? title : t('track_space', { n: i + 1 })}</title>
        <rect class=${`track-card ${id ? 'taken' : ''}`} width="200" height="104" rx="6" />
        ${id && html`<g class="track-art" transform="translate(100 52) scale(.8)"><${EmblemArt} id=${id} /></g>`}
        ${split.map((line, k) => html`<text class="track-text" key=${k} x="100" y=${63 + (k - (split.length - 1) / 2) * 31}>${line}</text>`)}</g>`
    })}
    <g transform="translate(34 572)"><${Glyph} name="deck" size=${13} /><text class="caption start" x="22" y="8">${t('deck_left', { n: now.old_world_left })}</text></g>
    <g transform="translate(1026 322)" class="ruination">
      <text class="caption" x="78" y="-8">${t('ruination')}</text>
      ${[1, 2, 3, 4, 5].map(n => html`<g key=${n} transform=${`translate(${(n - 1) * 32} 0)`} class=${n <= now.ruins_taken ? 'taken' : ''}>
        <rect width="28" height="38" rx="4" />${n <= now.ruins_taken ? html`<text x="14" y="26">${n}</text>` : html`<g transform="translate(14 19)"><${Glyph} name="skull" size=${8} /></g>`}</g>`)}
    </g>
  </g>`
}

/** Where the staged figure comes from, as an arrow. @param {{ step: Action }} props */
const Arrow = ({ step }) => {
  const from = step.from && places[step.from]?.box
  const to = step.region && places[step.region]?.box
  if (step.kind !== 'summon' || !from || !to) return null
  const [x, y] = [from[0] + from[2] / 2, from[1] + from[3] / 2 + 40]
  const [ox, oy] = [to[0] + to[2] / 2, to[1] + to[3] / 2 + 40]
  const bend = [(x + ox) / 2 + (oy - y) * 0.12, (y + oy) / 2 - (ox - x) * 0.12]
  const turn = Math.atan2(oy - bend[1], ox - bend[0]) * 180 / Math.PI
  return html`<g class="route"><path d=${`M${x} ${y}Q${bend[0]} ${bend[1]} ${ox} ${oy}`} /><path class="head" d="M-16-10 4 0-16 10Z" transform=${`translate(${ox} ${oy}) rotate(${turn})`} /></g>`
}

/** The board as headings and buttons for those who do not see it; closed, it is one stop of the keyboard. */
const BoardWords = () => {
  const book = catalogue.value
  const now = view.value
  return book && now && html`<details class="board-words"><summary>${t('board_words')}</summary><div>${names.map(name => html`<section key=${name}><h2>${regionName(book, name)}</h2>
    <p>${facts(now.regions[name]).join('. ')}</p><button onClick=${() => openRegion(name)}>${t('open_region', { region: regionName(book, name) })}</button></section>`)}</div></details>`
}

export const Board = () => {
  const now = view.value
  const focus = useRef(names[3])
  const root = useRef(/** @type {SVGElement | null} */ (null))
  const book = catalogue.value
  if (!now || !book) return null
  const deciding = legal.value.length > 0
  const lately = new Set(log.value.filter(e => e.n >= newFrom.value).flatMap(e => [e.region, e.to]))
  /** @param {KeyboardEvent} event @param {string} name */
  const onKey = (event, name) => {
    const arrow = ARROWS[event.key]
    if (arrow) {
      event.preventDefault()
      focus.current = towards(name, ...arrow)
      const next = root.current?.querySelector(`[data-region="${focus.current}"] .area`)
      root.current?.querySelectorAll('.area').forEach(node => node.setAttribute('tabindex', node === next ? '0' : '-1'))
      if (next instanceof SVGElement) next.focus()
    } else if ((event.key === 'Enter' && !(staged.value && where.value === name)) || event.key === ' ') {
      event.preventDefault()
      event.stopPropagation()
      openRegion(name)
    }
  }
  return html`<div class="board-frame"><svg class="board" ref=${root} viewBox=${`0 0 ${map.width} ${map.height}`} role="group" aria-label=${t('board')}>
    ${definitions}<g aria-hidden="true">${ground}</g><${Margins} />
    ${names.map(name => {
      const region = now.regions[name]
      const lit = deciding && (what.value || where.value ? litRegions : openRegions).value.has(name)
      const strong = lit && (what.value !== null || openRegions.value.size < 9)
      return html`<g key=${name} data-region=${name}
        class=${['region', spot.value.region === name ? 'spot' : '', lit ? 'lit' : '', strong ? 'strong' : '', where.value === name ? 'chosen' : '', staged.value?.region === name ? 'staged' : '',
          region.ruin !== null ? 'ruined' : '', now.battle?.region === name ? 'battle' : '', sheet.value?.id === name ? 'open' : ''].join(' ')}
        onClick=${() => openRegion(name)}>
        <path class="area" d=${outlines[name]} role="button" tabindex=${name === focus.current ? 0 : -1} aria-label=${inWords(name, region)}
          onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, name)} onFocus=${() => { focus.current = name }} />
        ${region.ruin !== null && html`<path class="ruin-hatch" d=${outlines[name]} fill="url(#hatch)" />`}
        ${lately.has(name) && html`<path key=${`touched${state.value?.version}`} class="touched" d=${outlines[name]} />`}
        <${Contents} name=${name} region=${region} />
      </g>`
    })}
    ${staged.value && html`<${Arrow} step=${staged.value} />`}
  </svg><${BoardWords} /><${Dice} /></div>`
}

