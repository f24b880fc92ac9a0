// @ts-check
/** Cards as the visitor reads them: in the hand, in a region, on the track. */
import { computed, html } from './vendor/vendor.js'
import { whyNot } from './net.js'
import { catalogue, legal, litCards, pickWhat, sheet, staged, view, what } from './store.js'
import { Badge, Emblem, Icon } from './pieces.js'
import { t } from './strings.js'

/** How far the text of a card can be trusted, when it is not simply sourced. @param {{ mark: string | undefined }} props */
export const Mark = ({ mark }) => (mark && mark !== 'S'
  ? html`<abbr class="source-mark" title=${catalogue.value?.marks[mark]}>${mark}<span class="hidden">: ${catalogue.value?.marks[mark]}</span></abbr>` : null)

/** What a text cites: a section of the rules, or behind a semicolon a ruling. */
const CITED = /(OW|CC) (\d+(?:\.\d)?)|(?<=; )\p{L}+ (\d+)/gu

/** The game whose rules are cited: texts are drawn again when it is another, not with every step. */
const played = computed(() => view.value?.game ?? 'oldworld')

/** A text in which every rule that it cites is a link to it, or has one behind it; outside the reference it opens beside the game.
 * @param {{ text: string, rule?: string, game?: string }} props */
export const Ruled = ({ text, rule, game }) => {
  let title = game ?? played.value
  /** @type {any[]} */
  const parts = []
  let done = 0
  for (const found of text.matchAll(CITED)) {
    if (found[1]) title = found[1] === 'CC' ? 'casters' : 'oldworld'
    parts.push(text.slice(done, found.index), html`<a class="cited" href=${`#/reference/${title}/${found[2] ?? `r${found[3]}`}`} target=${game ? undefined : '_blank'}>${found[0]}</a>`)
    done = found.index + found[0].length
  }
  const sign = rule && !parts.length
    ? html` <a class="cited sign" href=${`#/reference/${rule.startsWith('CC') ? 'casters' : 'oldworld'}/${rule.split(' ')[1]}`} target="_blank" aria-label=${rule} title=${rule}>§</a>` : null
  return html`${parts}${text.slice(done)}${sign}`
}

/** The face of a Chaos card. @param {{ id: string, count?: number }} props */
export const Face = ({ id, count = 1 }) => {
  const card = catalogue.value?.cards[id]
  if (!card) return html`<span>${id}</span>`
  return html`
    <span class="card-band"><span class="card-cost" aria-label=${t('cost', { cost: card.cost })}>${card.cost}</span><b>${card.name}</b>
      ${card.magic ? html`<${Icon} name="magic" title=${t('magic')} />` : null}</span>
    <${Emblem} id=${id} />
    <span class="card-text">${card.text}</span>
    <span class="card-foot">${card.power ? html`<${Badge} power=${card.power} />` : null}<${Mark} mark=${card.mark} />${count > 1 ? html`<span class="card-count">× ${count}</span>` : null}</span>`
}

/** The hand along the bottom: like cards together. */
export const Hand = () => {
  const now = view.value
  const hand = now?.seat ? now.powers[now.seat].hand : null
  if (!now?.seat || !Array.isArray(hand)) return null
  const deciding = legal.value.length > 0
  const cards = [...new Set(hand)]
  // A card that cannot be played is read, and says why: asked of a region where nothing else would stand in its way.
  const refuse = (/** @type {string} */ id) => {
    const free = Object.entries(now.regions).find(([, region]) => region.ruin === null && region.cards.includes(null))
    if (deciding) whyNot(`play ${id} ${(free ?? Object.entries(now.regions)[0])[0]}`)
    sheet.value = { kind: 'card', id }
  }
  // While something else is asked, a phone shows names only: the choices come within sight.
  const resting = deciding && !legal.value.some(a => a.card)
  return html`<section class=${`hand ${resting ? 'resting' : ''}`} aria-label=${t('hand')}>
    ${cards.length ? null : html`<p class="quiet">${t('hand_empty')}</p>`}
    ${cards.map(id => {
      const key = `card:${id}`
      const lit = litCards.value.has(id)
      const chosen = what.value === key || staged.value?.card === id
      return html`<button key=${id} class=${`card ${now.seat} ${lit ? 'lit' : deciding ? 'dim' : ''} ${chosen ? 'chosen' : ''}`} aria-pressed=${chosen}
        onClick=${() => (lit ? pickWhat(key) : refuse(id))}>
        <${Face} id=${id} count=${hand.filter(other => other === id).length} /></button>`
    })}
  </section>`
}

/** An Old World card, with the marks of its parts. @param {{ id: string }} props */
export const WorldCard = ({ id }) => {
  const card = catalogue.value?.old_world[id]
  if (!card) return html`<p>${id}</p>`
  const parts = [['immediate', card.immediate], ['on_track', card.track], ['at_end', card.end]]
  return html`<article class="world-card">
    <h3>${card.name} ${card.comet ? html`<small><${Icon} name="event" /> ${t('comet')}</small>` : null}</h3>
    ${parts.map(([key, text], i) => (text ? html`<p><b>${t(key)}.</b> ${text} <${Mark} mark=${card.marks[i]} /></p>` : null))}
  </article>`
}
