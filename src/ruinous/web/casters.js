// @ts-check
/** Cards of Chaos Casters as the visitor reads them: faces, backs, symbols. */
import { html } from './vendor/vendor.js'
import { pool } from './store.js'
import { EmblemArt, Glyph, hash, Icon, SILHOUETTE } from './pieces.js'
import { t } from './strings.js'

/** The symbol of a card's type: a triangle or a paw. @param {{ type: string }} props */
export const TypeMark = ({ type }) => html`<${Icon} name=${type} class=${`type ${type}`} title=${pool.value?.types[type].name ?? type} />`

/** The ground behind an emblem, as many as the id says: rays for an Action, rings for an Ally. @param {{ id: string, type: string }} props */
const Ground = ({ id, type }) => {
  const many = 16 + hash(`${id} ground`) % 5 * 2
  const turns = Array.from({ length: many }, (_, n) => n / many * 2 * Math.PI)
  const at = (/** @type {number} */ a, /** @type {number} */ r) => `${(r * Math.sin(a)).toFixed(1)} ${(-r * Math.cos(a)).toFixed(1)}`
  if (type === 'action') return html`<path class="rays" d=${turns.map(a => `M0 0L${at(a - Math.PI / 2 / many, 130)}L${at(a + Math.PI / 2 / many, 130)}Z`).join('')} />`
  return html`<g class="rings">${turns.map(a => html`<circle cx=${(34 * Math.sin(a)).toFixed(1)} cy=${(-34 * Math.cos(a)).toFixed(1)} r="46" />`)}</g>`
}

/** The picture of a card. @param {{ id: string, type: string }} props */
export const Picture = ({ id, type }) => html`<svg class="picture" viewBox="-90 -46 180 92" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
  <${Ground} id=${id} type=${type} /><g class="halo" transform="scale(.82)"><${EmblemArt} id=${id} /></g><g transform="scale(.82)"><${EmblemArt} id=${id} /></g></svg>`

/** Words on a card, each with its sign. @param {{ words: string[] }} props */
export const Words = ({ words }) => html`${words.map(word => html`<span key=${word} class="word" title=${pool.value?.words[word]}><${Icon} name=${word === 'quick' ? 'power' : 'once'} />${t(`c_${word}`)}</span>`)}`

/** The face of a card: name, then type and strength beside the picture, then the text, in the corner its deck. @param {{ id: string }} props */
export const CasterFace = ({ id }) => {
  const book = pool.value
  const card = book?.cards[id]
  if (!book || !card) return html`<span>${id}</span>`
  return html`<span class="card-band"><b>${card.name}</b></span>
    <span class="card-art"><span class="card-type"><${TypeMark} type=${card.type} />${card.strength === null ? null : html`<b class="strength"><span class="hidden">${t('c_strength')} </span>${card.strength}</b>`}</span><${Picture} id=${id} type=${card.type} /></span>
    <span class="card-text">${card.words.length ? html`<span class="card-words"><${Words} words=${card.words} /></span>` : null}${card.text || html`<span class="quiet">${t('c_no_text')}</span>`}</span>
    <span class="card-foot">${card.deck ? t('c_deck_mark', { deck: card.deck }) : ''}</span>`
}

/** The back of a card, with its owner's sign. @param {{ seat: string, known?: string }} props */
export const Back = ({ seat, known }) => {
  const card = pool.value?.cards[known ?? '']
  return html`<svg class=${`back ${seat}`} viewBox="-21 -30 42 60" role="img" aria-label=${card ? t('c_known_card', { card: card.name }) : t('c_back')}>
    ${card ? html`<title>${t('c_known_card', { card: card.name })}</title>` : null}
    <rect class="back-edge" x="-20" y="-29" width="40" height="58" rx="4.5" /><rect class="back-frame" x="-17" y="-26" width="34" height="52" rx="2.5" />
    <path class="back-lattice" d="M-17-14-5-26M-17 0 9-26M-17 14 17-20M-13 24 17-6M-1 26 17 8M11 26 17 20M17-14 5-26M17 0-9-26M17 14-17-20M13 24-17-6M1 26-17 8M-11 26-17 20" />
    <g transform="scale(.9)"><path class=${`body ${seat}`} d=${SILHOUETTE[seat]} /><g class=${`mark ${seat}`}>
      <${Glyph} name=${card ? card.type : seat} size=${6} /></g></g>
    ${card ? html`<g transform="translate(12 -22)"><circle class="count" r="8" /><g class="known-mark"><${Glyph} name="eye" size=${5} /></g></g>` : null}</svg>`
}
