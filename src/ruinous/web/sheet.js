// @ts-check
/** What a sheet shows: a region with its sums, a Power, a card, the Old World, the help. */
import { html, useEffect, useRef } from './vendor/vendor.js'
import { candidates, catalogue, choicesOf, legal, log, sheet, state, view, what } from './store.js'
import { counted, figureName, powerName, regionName, tokenName, towardsRuin } from './describe.js'
import { Face, Mark, Ruled, WorldCard } from './cards.js'
import { ChoiceList } from './prompt.js'
import { besidePrompt } from './focus.js'
import { Later } from './later.js'
import { Badge, Icon } from './pieces.js'
import { t } from './strings.js'

/** What each Power has here: figures, cards and effects make its supremacy; its corruption, and what it would place.
 * @param {{ region: import('./types.d.ts').RegionView }} props */
const Sums = ({ region }) => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book) return null
  const open = region.ruin === null
  const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '·')
  return html`<table class="sums region-sums"><thead><tr><th scope="col"><span class="hidden">${t('powers')}</span></th><th scope="col" class="number">${t('figures')}</th><th scope="col" class="number">${t('cards_here')}</th><th scope="col" class="number">${t('effects')}</th><th scope="col" class="number">${t('supremacy')}</th><th scope="col" class="number">${t('corruption')}</th></tr></thead><tbody>
    ${now.seats.map(power => {
      const figures = region.figures.filter(f => f.power === power)
      const { figures: standing, cards, effects, places } = region.sums[power] ?? { figures: 0, cards: 0, effects: 0, places: 0 }
      const has = region.corruption[power] ?? 0
      return html`<tr key=${power} class=${region.dominates === power ? 'leads' : ''}><th scope="row"><${Badge} power=${power} /> ${powerName(book, power)}${figures.length ? html`<small class="who-stands">${figures.map(f => `${counted(f.count, figureName(f, book))}`).join(', ')}</small>` : null}</th>
        <td class="number part">${standing || '·'}</td><td class="number part">${signed(cards)}</td><td class="number part">${signed(effects)}</td><td class="number">${region.supremacy[power] ?? 0}</td>
        <td class="number">${has || (places ? '' : '·')}${open && places ? html` <span class="to-come"><span class="hidden">${t('to_come')} </span>+${places}</span>` : null}</td></tr>`
    })}</tbody></table>`
}

/** What each region would bring, in one table. @param {{ onOpen?: () => void }} props */
export const Overview = ({ onOpen }) => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book) return null
  const open = (/** @type {string} */ id) => {
    onOpen?.()
    sheet.value = { kind: 'region', id }
  }
  return html`<table class="sums overview"><caption class="hidden">${t('k_sums')}</caption><thead><tr><th scope="col"><span class="hidden">${t('board')}</span></th>${now.seats.map(seat => html`<th key=${seat} scope="col" class="number"><${Badge} power=${seat} title=${powerName(book, seat)} /></th>`)}
      <th scope="col" class="number"><${Icon} name="shield" title=${t('resistance')} /></th><th scope="col">${t('k_scores')}</th><th scope="col" class="number">/ 12</th></tr></thead>
    <tbody>${Object.entries(now.regions).map(([id, region]) => {
      const { coming, falls, words } = towardsRuin(region)
      return html`<tr key=${id} class=${region.ruin === null ? '' : 'quiet'}><th scope="row"><button class="at-link" onClick=${() => open(id)}>${regionName(book, id)}</button></th>
        ${region.ruin === null ? html`${now.seats.map(seat => html`<td key=${seat} class=${`number ${region.supremacy[seat] ? '' : 'nil'} ${region.dominates === seat ? 'best' : ''}`}>${region.supremacy[seat] ?? '·'}</td>`)}
          <td class="number">${region.resistance}</td><td>${region.dominates ? html`<${Badge} power=${region.dominates} title=${powerName(book, region.dominates)} /> +${region.conquest}` : html`<span class="nil">·</span>`}</td>
          <td class=${`number ${falls ? 'warn' : ''}`} title=${words}>${region.corruption_total}${coming ? html`<span class="to-come"> +${coming}</span>` : null}</td>`
          : html`<td colspan=${now.seats.length + 3}>${t('ruined_as', { n: region.ruin })}</td>`}</tr>`
    })}</tbody></table><p class="quiet small">${t('k_sums_about')}</p>`
}

/** How far the region is from its ruin, now and with what would be placed. @param {{ region: import('./types.d.ts').RegionView }} props */
const Towards12 = ({ region }) => {
  const now = view.value
  if (!now) return null
  const lying = Object.values(region.corruption).reduce((sum, n) => sum + (n ?? 0), 0)
  const stones = region.corruption_total - lying
  const { words } = towardsRuin(region)
  let room = 12
  const part = (/** @type {number} */ n) => {
    const taken = Math.min(room, n)
    room -= taken
    return { width: `${taken / 12 * 100}%` }
  }
  return html`<div class="meter" role="img" aria-label=${words}>${now.seats.map(power => html`<i key=${power} class=${power} style=${part(region.corruption[power] ?? 0)}></i>`)}<i class="stone" style=${part(stones)}></i>
      ${now.seats.map(power => html`<i key=${`${power}+`} class=${`coming ${power}`} style=${part(region.sums[power]?.places ?? 0)}></i>`)}</div>
    <p class="quiet small">${words}</p>`
}

/** What was scored here in this round, and by which rule. @param {{ id: string }} props */
const Ledger = ({ id }) => {
  const begun = log.value.reduce((n, e) => (e.kind === 'round' ? e.n : n), 0)
  const scored = log.value.filter(e => e.n >= begun && e.kind === 'vp' && e.region === id)
  return scored.length ? html`<h3>${t('scored_here')}</h3><ul class="plain ledger">${scored.map(e => html`<li key=${e.n}><${Badge} power=${e.power} /> <${Ruled} text=${e.text} /></li>`)}</ul>` : null
}

/** @param {{ id: string }} props */
const Region = ({ id }) => {
  const now = view.value
  const book = catalogue.value
  const region = now?.regions[id]
  if (!now || !book || !region) return null
  const here = (what.value ? candidates.value : legal.value).filter(a => a.region === id)
  return html`
    <p class="facts"><span><${Icon} name="shield" /> ${t('resistance')} <b>${region.resistance}</b></span><span><${Icon} name="crown" /> ${t('conquest')} <b>${region.conquest}</b></span>
      ${region.populous ? html`<span><${Icon} name="tower" /> ${t('populous')}</span>` : null}
      ${region.value !== region.resistance || region.value !== region.conquest ? html`<span class="quiet">${t('value', { value: region.value })}</span>` : null}</p>
    ${region.ruin !== null ? html`<p class="warn"><${Icon} name="skull" /> ${t('ruined_as', { n: region.ruin })}</p>`
      : html`<p class=${region.dominates ? 'strong' : 'quiet'}>${region.dominates
        ? html`<${Badge} power=${region.dominates} /> ${t('dominates', { power: powerName(book, region.dominates), vp: region.conquest })}`
        : t('nobody_dominates', { resistance: region.resistance })}</p>`}
    <${Sums} region=${region} />
    ${region.ruin === null ? html`<${Towards12} region=${region} />` : null}
    <${Ledger} id=${id} />
    ${legal.value.length ? html`<section><h3>${t('actions_here')}</h3>
      ${here.length ? html`<${ChoiceList} items=${choicesOf(here, id)} />` : html`<p class="quiet">${t('no_actions_here')}</p>`}</section>` : null}
    <h3>${t('cards_here')}</h3>
    <div class="cards-here">${region.cards.map((card, i) => (card
      ? html`<div key=${i} class=${`card still ${card[0] ?? 'nobody'} ${region.cancelled[i] ? 'cancelled' : ''}`}>${book.cards[card[1]] ? html`<${Face} id=${card[1]} />`
        : book.old_world[card[1]] ? html`<${WorldCard} id=${card[1]} />` : html`<b>${book.figures[card[0] ?? '']?.warrior.name ?? card[1]}</b>`}
        ${region.cancelled[i] ? html`<em>${t('cancelled')}</em>` : null}</div>`
      : html`<div key=${i} class="card still none">${t('card_space_free')}</div>`))}</div>
    ${Object.entries(region.tokens).some(([, n]) => n) ? html`<h3>${t('tokens_here')}</h3><ul class="plain">${Object.entries(region.tokens).filter(([, n]) => n).map(([token, n]) =>
      html`<li key=${token}><${Icon} name=${token} /> <b>${counted(n, tokenName(book, token))}</b> ${book.tokens[token]?.text}</li>`)}</ul>` : null}
    <p class="quiet small">${t('adjacent')}: ${region.adjacent.map(name => regionName(book, name)).join(', ')}</p>`
}

/** @param {{ id: string }} props */
const Power = ({ id }) => {
  const now = view.value
  const book = catalogue.value
  const power = now?.powers[id]
  if (!now || !book || !power) return null
  return html`
    <p class="facts"><span><b>${power.vp}</b> ${t('vp')}</span><span><${Icon} name="power" /> <b>${power.power}</b>/${power.income} ${t('power_points')}</span>
      <span><${Icon} name="card" /> <b>${Array.isArray(power.hand) ? power.hand.length : power.hand}</b> ${t('hand_size')}</span><span><${Icon} name="deck" /> <b>${power.deck}</b> ${t('deck_size')}</span>
      <span><${Icon} name="counter" /> <b>${power.counters}</b> ${t('counters')}</span><span><${Icon} name="peasant" /> <b>${power.peasants}</b> ${t('peasants')}</span></p>
    <h3>${t('dial')}</h3>
    <p class="small">${book.conditions[id]}</p>
    <ol class="dial-list" start="0">${(book.dials[id] ?? []).map((step, i) => html`<li key=${i} class=${i === power.dial ? 'here' : i < power.dial ? 'past' : ''} aria-current=${i === power.dial ? 'step' : undefined}>
      <b>${step.threat < 99 ? step.threat : '★'}</b> ${step.text}</li>`)}</ol>
    <h3>${t('figures')}</h3>
    <table class="sums kinds"><tbody>${Object.entries(book.figures[id] ?? {}).map(([kind, f]) => html`<tr key=${kind}><th scope="row"><${Icon} name=${kind} /> ${f.name}</th>
      <td>${t('cost', { cost: f.cost })}</td><td><${Icon} name="hero" title=${t('attack')} /> ${f.attack}</td><td><${Icon} name="shield" title=${t('defense')} /> ${f.defense}</td><td>${power.reserve[/** @type {'cultist'} */ (kind)] ?? 0} ${t('in_reserve')}</td></tr>`)}</tbody></table>
    <h3>${t('upgrades')}</h3>
    <ul class="plain">${Object.entries(book.upgrades[id] ?? {}).map(([key, up]) => html`<li key=${key} class=${power.upgrades.includes(key) ? 'taken' : 'quiet'}>
      <b>${power.upgrades.includes(key) ? '✓ ' : ''}${up.name}</b> ${up.text} <${Mark} mark=${up.mark} /></li>`)}</ul>
    <h3>${t('discard_pile')}</h3>
    <p>${power.discard.map(card => book.cards[card]?.name ?? card).join(', ') || t('none')}</p>`
}

const OldWorld = () => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book) return null
  return html`<h3>${t('k_sums')}</h3><${Overview} /><h3>${t('track')}</h3>
    ${now.track.map((id, i) => html`<section key=${i}><p class="quiet">${t('track_space', { n: i + 1 })}</p>${id ? html`<${WorldCard} id=${id} />` : html`<p>${t('track_empty')}</p>`}</section>`)}
    <p>${t('deck_left_long', { n: now.old_world_left })}<br />${t('ruination_left', { n: now.ruins_taken })}<br />${t('counters_left', { n: now.counters_left })}</p>
    <p>${t('supply')}: ${Object.entries(now.token_supply).map(([token, n]) => html`<span class="supply" key=${token}><${Icon} name=${token} /> ${tokenName(book, token)} ${n} </span>`)}</p>
    ${now.old_world_gone.length ? html`<h3>${t('gone')}</h3>${now.old_world_gone.map((id, i) => html`<${WorldCard} key=${i} id=${id} />`)}` : null}`
}

/** How to play here, and the keys. @param {{ paragraphs?: string[], keys?: string[][] }} props */
export const Help = ({ paragraphs = ['help_1', 'help_2', 'help_3'], keys = KEYS }) => html`${paragraphs.map(key => html`<p key=${key}>${t(key)}</p>`)}<h3>${t('help_keys')}</h3>
  <dl class="keys">${keys.map(([key, text]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${t(text)}</dd></div>`)}</dl>
  ${state.value?.table.keyed ? html`<p class="small quiet wrap">${t('dice_keyed', { hash: state.value.table.keyed })}</p>` : null}
  <p><a class="button" href=${`#/reference/${view.value?.game ?? 'oldworld'}`} target="_blank">${t('go_reference')}</a></p><h3>${t('set_title')}</h3><${Later} name="set" />`

const KEYS = [['← ↑ → ↓', 'key_arrows'], ['Enter', 'key_enter'], ['1 – 9', 'key_digits'], ['U', 'key_u'], ['P', 'key_p'], ['S', 'key_s'], ['L', 'key_l'], ['/', 'key_type'], ['Esc', 'key_esc'], ['?', 'key_help']]

/** The frame of a sheet: beside the board on a wide screen, from below on a phone. @param {{ kind: string, id: string, badge?: string, title: string, children?: any }} props */
export const Frame = ({ kind, id, badge, title, children }) => {
  const frame = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => frame.current?.focus({ preventScroll: true }), [kind, id])
  useEffect(besidePrompt, [])
  return html`<section class=${`sheet sheet-${kind}`} ref=${frame} tabindex="-1" role="dialog" aria-label=${title}>
    <div class="sheet-head"><h2>${badge ? html`<${Badge} power=${badge} /> ` : null}${title}</h2><button class="close" onClick=${() => { sheet.value = null }} aria-label=${t('close')}>×</button></div>
    <div class="sheet-body" tabindex="0">${children}</div></section>`
}

/** The one sheet of the page. */
export const Sheet = () => {
  const open = sheet.value
  const book = catalogue.value
  if (!open || !book) return null
  const id = open.id ?? ''
  const titles = /** @type {Record<string, string>} */ ({
    region: regionName(book, id), power: powerName(book, id), card: book.cards[id]?.name, old_world: t('tab_world'), help: t('help_title'), outcome: t('outcome_scores'),
  })
  return html`<${Frame} kind=${open.kind} id=${id} badge=${open.kind === 'power' ? id : ''} title=${titles[open.kind]}>
    ${open.kind === 'region' ? html`<${Region} id=${id} />` : open.kind === 'power' ? html`<${Power} id=${id} />`
      : open.kind === 'card' ? html`<div class=${`card still big ${book.cards[id]?.power}`}><${Face} id=${id} /></div>`
      : open.kind === 'old_world' ? html`<${OldWorld} />` : open.kind === 'help' ? html`<${Help} />` : html`<${Later} name="result" />`}</${Frame}>`
}
