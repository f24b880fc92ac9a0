// @ts-check
/** The reference of a game: its rules in sections that log lines and refusals lead to, its cards and pieces, a glossary. */
import { html, useEffect, useState } from './vendor/vendor.js'
import { catalogue, pool, route } from './store.js'
import { Face, Mark, Ruled, WorldCard } from './cards.js'
import { CasterFace } from './casters.js'
import { powerName, regionName } from './describe.js'
import { Badge, Icon } from './pieces.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').Catalogue} Catalogue */
/** @typedef {import('./types.d.ts').Pool} Pool */
/** @typedef {{ key: string, label: string, values: [string, string][] }} Field */

/** @param {string} game @param {string} at */
const place = (game, at) => `#/reference/${game}/${at}`

/** A row of choices above a list, and a word to look for. @param {{ fields: Field[], filter: Record<string, string>, found: number, all: number, onChange: (filter: Record<string, string>) => void }} props */
const Filters = ({ fields, filter, found, all, onChange }) => html`<form class="filters" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
  <label class="search"><span>${t('d_search')}</span><input type="search" value=${filter.search ?? ''} onInput=${(/** @type {any} */ e) => onChange({ ...filter, search: e.target.value })} /></label>
  ${fields.map(({ key, label, values }) => html`<label key=${key}><span>${label}</span><select value=${filter[key] ?? ''} onChange=${(/** @type {any} */ e) => onChange({ ...filter, [key]: e.target.value })}>
    <option value="">${t('d_any')}</option>${values.map(([value, name]) => html`<option key=${value} value=${value} selected=${filter[key] === value}>${name}</option>`)}</select></label>`)}
  <p class="quiet small" role="status">${t('d_found', { n: found, all })} ${found < all ? html`<button type="button" class="link" onClick=${() => onChange({})}>${t('d_clear')}</button>` : null}</p></form>`

/** Whether an entry has everything that is asked for. @param {Record<string, string>} filter @param {Record<string, unknown>} facts @param {string} text */
const fits = (filter, facts, text) => Object.entries(filter).every(([key, value]) => !value || (key === 'search'
  ? text.toLowerCase().includes(value.trim().toLowerCase()) : Array.isArray(facts[key]) ? facts[key].includes(value) : String(facts[key]) === value))

/** @param {number[]} numbers @returns {[string, string][]} */
const asValues = numbers => [...new Set(numbers)].sort((a, b) => a - b).map(n => [String(n), String(n)])

// ---- Chaos in the Old World ------------------------------------------------------------------------------------
/** @param {{ power: string }} props */
const ChaosCards = ({ power }) => {
  const book = catalogue.value
  const [filter, setFilter] = useState(/** @type {Record<string, string>} */ ({}))
  useEffect(() => setFilter(power ? { power } : {}), [power])
  if (!book) return null
  const chaos = Object.entries(book.cards)
  const world = Object.entries(book.old_world)
  const found = chaos.filter(([, card]) => fits(filter, { power: card.power, cost: card.cost, magic: String(card.magic) }, `${card.name} ${card.text}`))
  const onlySearch = !filter.power && !filter.cost && !filter.magic
  const foundWorld = onlySearch ? world.filter(([, card]) => fits(filter, {}, `${card.name} ${card.immediate} ${card.track} ${card.end}`)) : []
  return html`<${Filters} filter=${filter} onChange=${setFilter} found=${found.length + foundWorld.length} all=${chaos.length + world.length} fields=${[
    { key: 'power', label: t('powers'), values: Object.entries(book.powers) },
    { key: 'cost', label: t('ref_cost'), values: asValues(chaos.map(([, card]) => card.cost)) },
    { key: 'magic', label: t('magic'), values: [['true', t('ref_yes')], ['false', t('ref_no')]] }]} />
    ${found.length + foundWorld.length ? null : html`<p class="quiet">${t('d_nothing')}</p>`}
    <ul class="face-grid">${found.map(([id, card]) => html`<li key=${id} id=${`at-${id}`} tabindex="-1"><div class=${`card still ${card.power}`}><${Face} id=${id} count=${card.copies} /></div></li>`)}</ul>
    ${foundWorld.length ? html`<h3>${book.words.old_world}</h3><ul class="world-grid">${foundWorld.map(([id]) => html`<li key=${id} id=${`at-${id}`} tabindex="-1"><${WorldCard} id=${id} /></li>`)}</ul>` : null}`
}

/** A table that may be wider than the window: it scrolls in itself, by keys too. @param {{ label: string, children?: any }} props */
const Wide = ({ label, children }) => html`<div class="wide-table" tabindex="0" role="region" aria-label=${label}><table class="sums">${children}</table></div>`

const Regions = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  return html`<${Wide} label=${t('ref_regions')}><thead><tr><th scope="col">${t('ref_region')}</th><th scope="col">${t('ref_value')}</th><th scope="col">${t('populous')}</th><th scope="col">${t('adjacent')}</th></tr></thead>
    <tbody>${Object.entries(book.board).map(([id, region]) => html`<tr key=${id}><th scope="row">${regionName(book, id)}</th><td class="number">${region.value}</td><td>${region.populous ? html`<${Icon} name="tower" title=${t('populous')} />` : ''}</td>
      <td>${region.adjacent.map(name => regionName(book, name)).join(', ')}</td></tr>`)}</tbody><//>`
}

const Tokens = () => html`<ul class="plain">${Object.entries(/** @type {Catalogue} */ (catalogue.value).tokens).map(([id, token]) => html`<li key=${id}><${Icon} name=${id} /> <b>${token.name}</b> ${token.text}</li>`)}</ul>`

const Figures = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  return html`<${Wide} label=${t('figures')}><thead><tr><th scope="col">${t('figures')}</th><th scope="col">${t('ref_number')}</th><th scope="col">${t('ref_cost')}</th><th scope="col">${t('attack')}</th><th scope="col">${t('defense')}</th></tr></thead>
    <tbody>${Object.entries(book.figures).flatMap(([power, kinds]) => Object.entries(kinds).map(([kind, f]) => html`<tr key=${power + kind}><th scope="row"><${Badge} power=${power} /> <${Icon} name=${kind} title=${book.kinds[kind]} /> ${f.name}</th>
      <td class="number">${f.count}</td><td class="number">${f.cost}</td><td class="number">${f.attack}</td><td class="number">${f.defense}</td></tr>`))}</tbody><//>`
}

const Conditions = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  return html`<ul class="plain">${Object.entries(book.conditions).map(([power, text]) => html`<li key=${power}><${Badge} power=${power} /> <b>${powerName(book, power)}</b> ${text}</li>`)}</ul>`
}

const Dials = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  const powers = Object.keys(book.dials)
  const longest = Math.max(...powers.map(power => book.dials[power].length))
  return html`<${Wide} label=${t('dial')}><thead><tr><th scope="col">${t('ref_step')}</th>${powers.map(power => html`<th key=${power} scope="col"><${Badge} power=${power} /> ${powerName(book, power)}</th>`)}</tr></thead>
    <tbody>${Array.from({ length: longest }, (_, i) => html`<tr key=${i}><th scope="row">${i}</th>${powers.map(power => {
      const step = book.dials[power][i]
      return html`<td key=${power}>${step ? html`<b>${step.threat < 99 ? step.threat : '★'}</b> ${step.text}` : ''}</td>`
    })}</tr>`)}</tbody><//>`
}

const Upgrades = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  return html`${Object.entries(book.upgrades).map(([power, own]) => html`<h4 key=${power}><${Badge} power=${power} /> ${powerName(book, power)}</h4><ul class="plain">${Object.entries(own).map(([id, up]) => html`<li key=${id}><b>${up.name}</b> ${up.text} <${Mark} mark=${up.mark} /></li>`)}</ul>`)}`
}

/** Leads to the cards of a Power. @param {string} power */
const cardsOf = power => () => html`<p><a class="button" href=${place('oldworld', `cards-${power}`)}><${Badge} power=${power} /> ${t('ref_show_cards')}</a></p>`

const Ruins = () => {
  const book = /** @type {Catalogue} */ (catalogue.value)
  return html`<${Wide} label=${t('ruination')}><thead><tr><th scope="col">${t('ref_region')}</th>${[1, 2, 3, 4, 5].map(n => html`<th key=${n} scope="col">${t('ref_card_n', { n })}</th>`)}</tr></thead>
    <tbody>${Object.entries(book.board).map(([id, region]) => html`<tr key=${id}><th scope="row">${regionName(book, id)}</th>${region.ruins.map(([first, second], i) => html`<td key=${i} class="number">${first}/${second}</td>`)}</tr>`)}</tbody><//>`
}

/** What stands below the text of a section. @type {Record<string, Record<string, () => any>>} */
const BELOW = {
  oldworld: {
    2: Regions, 3: Tokens, 4.2: Figures, 4.3: Conditions, 4.4: Dials, 4.5: Upgrades, 9: Ruins,
    5.1: cardsOf('khorne'), 5.2: cardsOf('nurgle'), 5.3: cardsOf('tzeentch'), 5.4: cardsOf('slaanesh'),
    6.2: () => html`<p><a class="button" href=${place('oldworld', 'cards')}>${t('ref_show_cards')}</a></p>`,
  },
  casters: {},
}

// ---- Chaos Casters ---------------------------------------------------------------------------------------------
const CasterCards = () => {
  const book = pool.value
  const [filter, setFilter] = useState(/** @type {Record<string, string>} */ ({}))
  if (!book) return null
  const cards = Object.entries(book.cards)
  const found = cards.filter(([, card]) => fits(filter, { type: card.type, strength: card.strength, word: card.words, deck: card.deck ?? '0' }, `${card.name} ${card.text}`))
  return html`<${Filters} filter=${filter} onChange=${setFilter} found=${found.length} all=${cards.length} fields=${[
    { key: 'type', label: t('d_type'), values: Object.entries(book.types).map(([id, type]) => [id, type.name]) },
    { key: 'strength', label: t('d_strength'), values: asValues(cards.flatMap(([, card]) => (card.strength === null ? [] : [card.strength]))) },
    { key: 'word', label: t('d_words'), values: ['quick', 'once_per_round'].map(id => [id, t(`c_${id}`)]) },
    { key: 'deck', label: t('d_from'), values: [...Object.entries(book.decks).map(([id, own]) => [id, own.name]), ['0', book.pool]] }]} />
    ${found.length ? null : html`<p class="quiet">${t('d_nothing')}</p>`}
    <ul class="face-grid">${found.map(([id, card]) => html`<li key=${id} id=${`at-${id}`} tabindex="-1"><div class=${`card caster still deck-${card.deck ?? 0}`}><${CasterFace} id=${id} /></div></li>`)}</ul>`
}

// ---- the page --------------------------------------------------------------------------------------------------
const GAMES = { oldworld: 'OW', casters: 'CC' }

/** @param {{ game: string, rules: { id: string, title: string, text: string }[] }} props */
const Sections = ({ game, rules }) => html`${rules.map(({ id, title, text }) => {
  const Below = BELOW[game][id]
  return html`<section key=${id} class="rule"><h3 id=${`at-${id}`} tabindex="-1"><a class="rule-number" href=${place(game, id)}>${/^\d/.test(id) ? `${GAMES[/** @type {'casters'} */ (game)]} ${id}` : '§'}</a> <span class="rule-title">${title}</span></h3>
    ${text ? text.split('\n').map((line, i) => html`<p key=${i}><${Ruled} text=${line} game=${game} /></p>`) : null}${Below ? html`<${Below} />` : null}</section>`
})}`

export const Reference = () => {
  const game = route.value.id === 'casters' ? 'casters' : 'oldworld'
  const at = route.value.at ?? ''
  const book = game === 'casters' ? pool.value : catalogue.value
  const [chapter, power] = at.split('-')
  // Who comes by a link is led to its place; who comes without one begins at the top.
  useEffect(() => {
    const found = document.getElementById(`at-${chapter}`)
    if (!found) return scrollTo(0, 0)
    found.scrollIntoView({ block: 'start' })
    found.focus({ preventScroll: true })
  }, [game, at])
  if (!book || !catalogue.value || !pool.value) return null
  const rules = book.rules.filter(rule => /^\d/.test(rule.id))
  const rulings = book.rules.filter(rule => !/^\d/.test(rule.id))
  const chapters = [['rules', t('ref_rules')], ['cards', t('ref_cards')], ['rulings', t('ref_rulings')], ['glossary', t('ref_glossary')]]
  return html`<div class="reference"><header class="builder-head"><a class="home" href="#/" aria-label=${t('home')}>R</a><h1>${book.title}</h1>
      <nav class="game-links" aria-label=${t('game')}>${[['oldworld', catalogue.value.title], ['casters', pool.value.title]].map(([id, title]) => html`<a key=${id} class="button" aria-current=${id === game ? 'page' : undefined} href=${`#/reference/${id}`}>${title}</a>`)}
        <a class="button" href=${`#/guide/${game}`}>${t('guide_begin')}</a></nav></header>
    <div class="reference-body"><nav class="contents" aria-label=${t('ref_contents')}><ol>${chapters.map(([id, name]) => html`<li key=${id}><a href=${place(game, id)}>${name}</a>
        ${id === 'rules' ? html`<ol>${rules.map(rule => html`<li key=${rule.id}><a href=${place(game, rule.id)}><span class="rule-number">${rule.id}</span> <span class="rule-title">${rule.title}</span></a></li>`)}</ol>` : null}</li>`)}</ol></nav>
      <main><h2 id="at-rules" tabindex="-1">${t('ref_rules')}</h2><p class="quiet">${t('ref_intro')}</p><${Sections} game=${game} rules=${rules} />
        <h2 id="at-cards" tabindex="-1">${t('ref_cards')}</h2>${game === 'casters' ? html`<${CasterCards} />` : html`<${ChaosCards} power=${chapter === 'cards' ? power ?? '' : ''} />`}
        <h2 id="at-rulings" tabindex="-1">${t('ref_rulings')}</h2><p class="quiet">${t('ref_rulings_about')}</p><${Sections} game=${game} rules=${rulings} />
        <h2 id="at-glossary" tabindex="-1">${t('ref_glossary')}</h2><dl class="glossary">${Object.entries(book.glossary).map(([id, entry]) => html`<div key=${id}><dt id=${`at-${id}`} tabindex="-1">${entry.title}</dt><dd>${entry.text}</dd></div>`)}</dl></main></div></div>`
}
