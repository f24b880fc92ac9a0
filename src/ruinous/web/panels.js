// @ts-check
/** The Powers' panels, the track of victory points and the log. */
import { html, useEffect, useRef } from './vendor/vendor.js'
import { casters, catalogue, chat, chatRead, legal, log, mineFrom, newFrom, sheet, tab, view } from './store.js'
import { powerName, regionName, upgradeName } from './describe.js'
import { Ruled } from './cards.js'
import { Badge, Icon, SILHOUETTE, Glyph } from './pieces.js'
import { Choices } from './prompt.js'
import { Later } from './later.js'
import { Who } from './seats.js'
import { t } from './strings.js'

/** @param {{ id: string }} props */
const Panel = ({ id }) => {
  const now = view.value
  const book = catalogue.value
  const power = now?.powers[id]
  if (!now || !book || !power) return null
  const dial = book.dials[id] ?? []
  const next = dial[power.dial + 1]
  const hand = Array.isArray(power.hand) ? power.hand.length : power.hand
  return html`<button class=${`panel ${id} ${now.to_move === id ? 'to-move' : ''}`} onClick=${() => { sheet.value = { kind: 'power', id } }}>
    <span class="panel-body"><span class="panel-head"><${Badge} power=${id} /><b class="panel-name">${powerName(book, id)}</b>
      <span class="vp"><b>${power.vp}</b> ${t('vp')}</span></span><span class="panel-who"><${Who} seat=${id} /></span>
    <span class="panel-dial" title=${t('dial_at', { at: power.dial, length: power.dial_length, threat: power.threat })}>
      <span class="threat"><span class="hidden">${t('threat')} </span>${power.threat < 99 ? power.threat : '★'}</span>
      <span class="ticks">${Array.from({ length: power.dial_length }, (_, i) => html`<i key=${i} class=${i < power.dial ? 'on' : ''}></i>`)}</span>
      ${power.counters ? html`<span class="counters" title=${t('counters')}><${Icon} name="counter" title=${t('counters')} />${power.counters}</span>` : null}
    </span>
    ${next ? html`<span class="panel-next">${t('dial_next', { text: next.text })}</span>` : null}
    <span class="panel-facts">
      <span title=${t('power_points')}><${Icon} name="power" title=${t('power_points')} /><b>${power.power}</b>/${power.income}</span><span title=${t('hand_size')}><${Icon} name="card" title=${t('hand_size')} />${hand}</span>
      ${power.peasants ? html`<span title=${t('peasants')}><${Icon} name="peasant" title=${t('peasants')} />${power.peasants}</span>` : null}
      <span class="reserve" title=${t('reserve')}><${Icon} name="cultist" title=${`${t('reserve')}: ${book.figures[id]?.cultist.name}`} />${power.reserve.cultist}<${Icon} name="warrior" title=${book.figures[id]?.warrior.name} />${power.reserve.warrior}<${Icon} name="daemon" title=${book.figures[id]?.daemon.name} />${power.reserve.daemon}</span>
    </span>
    ${power.upgrades.length ? html`<span class="panel-upgrades">${power.upgrades.map(up => html`<span key=${up} title=${book.upgrades[id]?.[up]?.text}>${upgradeName(book, id, up)}</span>`)}</span>` : null}
  </span></button>`
}

export const Panels = () => {
  const now = view.value
  return now ? html`<section class="panels">${now.seats.map(id => html`<${Panel} key=${id} id=${id} />`)}</section> ` : null
}

/** What counts of every Power at a glance, where the panels are far from the board. */
export const Glance = () => {
  const now = view.value
  const book = catalogue.value
  return now && book ? html`<div class="glance">${now.seats.map(id => {
    const power = now.powers[id]
    const hand = Array.isArray(power.hand) ? power.hand.length : power.hand
    return html`<button key=${id} class=${`${id} ${now.to_move === id ? 'to-move' : ''}`} onClick=${() => { sheet.value = { kind: 'power', id } }}><${Badge} power=${id} title=${powerName(book, id)} /><b class="vp" title=${t('vp')}>${power.vp}<span class="hidden"> ${t('vp')}</span></b><span><${Icon} name="power" title=${t('power_points')} /><b>${power.power}</b> <${Icon} name="card" title=${t('hand_size')} />${hand}</span>
      <span class="ticks" title=${t('dial_at', { at: power.dial, length: power.dial_length, threat: power.threat })}>${Array.from({ length: power.dial_length }, (_, i) => html`<i key=${i} class=${i < power.dial ? 'on' : ''}></i>`)}</span></button>`
  })}</div>` : null
}

/** Victory points of all Powers on one line from 0 to 50. */
export const Track = () => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book) return null
  /** @type {Record<number, number>} */
  const stacked = {}
  return html`<div class="track" role="img" aria-label=${`${t('vp_track')}: ${now.seats.map(id => `${powerName(book, id)} ${now.powers[id].vp}`).join(', ')}`}>
    <svg viewBox="-36 0 1072 44" preserveAspectRatio="none" aria-hidden="true"><path class="rule" d=${`M0 30H1000${Array.from({ length: 51 }, (_, i) => `M${i * 20} ${i % 10 ? (i % 5 ? 27 : 23) : 17}V33`).join('')}`} /></svg>
    ${[0, 10, 20, 30, 40, 50].map(n => html`<span key=${n} class="tick" style=${{ left: `${(n * 20 + 36) / 10.72}%` }}>${n}</span>`)}
    ${now.seats.map(id => {
      const at = Math.max(0, Math.min(50, now.powers[id].vp))
      const level = stacked[at] = (stacked[at] ?? -1) + 1
      return html`<svg key=${id} class="marker" viewBox="-13.5 -13.5 27 27" style=${{ left: `${(at * 20 + 36) / 10.72}%`, transform: `translate(calc(-50% + ${level * 9}px), ${-level * 3}px)` }}>
        <path class=${`body ${id}`} d=${SILHOUETTE[id]} /><g class=${`mark ${id}`}><${Glyph} name=${id} size=${6.2} /></g></svg>`
    })}
  </div>`
}

/** A die as it fell. @param {{ face: number }} props */
export const Die = ({ face }) => html`<svg class=${`die ${face >= 4 ? 'hit' : ''}`} viewBox="-12 -12 24 24" role="img" aria-label=${String(face)}><rect x="-11" y="-11" width="22" height="22" rx="5" />
  ${(PIPS[face] ?? []).map(([x, y], i) => html`<circle key=${i} cx=${x * 5.5} cy=${y * 5.5} r="2.3" />`)}</svg>`

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
}

/** The faces that belong to a roll: the dice logged just before it. @param {import('./types.d.ts').GameEvent[]} entries @param {number} at */
const faces = (entries, at) => {
  /** @type {number[]} */
  const found = []
  for (let i = at - 1; i >= 0 && entries[i].kind === 'die'; i -= 1) found.unshift(entries[i].face)
  return found
}

/** The latest rolls, over a corner of the board for a moment. */
export const Dice = () => {
  const book = catalogue.value
  const rolls = log.value.flatMap((e, i) => (e.kind === 'rolled' && e.n >= newFrom.value ? [{ e, thrown: faces(log.value, i) }] : [])).slice(-4)
  if (!book || !rolls.length) return null
  return html`<div class="dice" key=${newFrom.value} aria-hidden="true">${rolls.map(({ e, thrown }) => html`<p key=${e.n}><${Badge} power=${e.power} /><b>${regionName(book, e.region)}</b>
    ${thrown.map((face, i) => html`<${Die} key=${i} face=${face} />`)}<span>${e.hits === 1 ? t('one_hit') : t('hits', { n: e.hits })}</span></p>`)}</div>`
}

/** An entry of the log: drawn once, and again when it is no longer new. @param {{ entry: import('./types.d.ts').GameEvent, fresh: boolean, thrown: string }} props */
const Entry = ({ entry: e, fresh, thrown }) => html`<li class=${`level-${e.level} ${fresh ? 'new' : ''} ${e.power ?? e.player ?? ''} event-${e.kind}`}><${Ruled} text=${e.text} rule=${e.rule} />${[...thrown].map((face, k) => html` <${Die} key=${k} face=${Number(face)} />`)}</li>`

export const Log = () => {
  const end = useRef(/** @type {HTMLElement | null} */ (null))
  const entries = log.value
  const seat = view.value?.seat
  useEffect(() => {
    const list = end.current
    if (list) list.scrollTop = list.scrollHeight
  }, [entries])
  return html`<ol class="log" ref=${end} tabindex="0" aria-label=${t('log')}>${entries.map((e, i) => (e.kind === 'die' ? null : html`
    ${e.n === mineFrom.value && i && seat ? html`<li key="since" class="since">${t('catch_up')}</li>` : null}
    <${Entry} key=${e.n} entry=${e} fresh=${e.n >= mineFrom.value} thrown=${e.kind === 'rolled' ? faces(entries, i).join('') : ''} />`))}</ol>`
}

/** What happened last, spoken politely. */
export const Speaker = () => html`<div class="hidden" aria-live="polite" role="log">${log.value.filter(e => e.n >= newFrom.value && e.kind !== 'die').slice(-12).map(e => html`<p key=${e.n}>${e.text}</p>`)}</div>`

/** The part of the page that shows one thing at a time: choices, log, people or notes. @param {{ choices?: any }} props */
export const Tabs = ({ choices = Choices }) => {
  const seat = view.value?.seat
  const names = [...(seat ? ['choices'] : []), 'log', 'people', ...(seat ? ['notes'] : [])]
  const since = tab.value === 'since'
  const open = since ? 'log' : names.includes(tab.value) ? tab.value : names[0]
  const unread = chat.value.filter(line => line.n > chatRead.value).length
  return html`<section class="tabs"><div class="tab-bar"><div role="tablist">${names.map(name => html`<button key=${name} role="tab" aria-selected=${open === name} class=${open === name ? 'now' : ''} onClick=${() => { tab.value = name }}>${t(`tab_${name}`)}${name === 'choices' && legal.value.length && open !== name ? html` <span class="unread" role="img" aria-label=${t('your_turn')} title=${t('your_turn')}>!</span>` : null}${name === 'people' && unread && open !== name ? html` <span class="unread" aria-label=${t('chat_unread', { n: unread })}>${unread}</span>` : null}</button>`)}
      </div>${casters.value ? null : html`<button onClick=${() => { sheet.value = { kind: 'old_world' } }}>${t('tab_world')}</button>`}</div>
    <div class=${`tab-body shows-${open}`} role="tabpanel">${since ? html`<${Later} name="since" />` : open === 'log' ? html`${seat ? html`<button class="since-button" onClick=${() => { tab.value = 'since' }}>${t('catch_up')}</button>` : null}<${Log} />`
      : open === 'choices' ? html`<${choices} />` : html`<${Later} name=${open} />`}</div></section>`
}
