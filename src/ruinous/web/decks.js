// @ts-check
/** The deck builder of Chaos Casters. What a deck may be is judged by the server; decks are kept in this browser. */
import { html, signal, useEffect, useState } from './vendor/vendor.js'
import { api, say } from './net.js'
import { decks, keepDecks, pool, set, settings } from './store.js'
import { CasterFace, TypeMark } from './casters.js'
import { Icon } from './pieces.js'
import { saveAs } from './picture.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').OwnDeck} OwnDeck */

/** The deck on the table: one of the kept ones, or a new one that is kept as soon as it changes. @type {import('./vendor/vendor.js').Signal<OwnDeck>} */
const deck = signal({ id: '', name: '', cards: {} })
/** What the server last said of it. */
const checked = signal({ reasons: /** @type {string[]} */ ([]), text: '', of: '' })
/** On a phone one of two things is seen: the pool or the deck. */
const side = signal('pool')

const blank = () => ({ id: `own-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`, name: t('d_new_name'), cards: {} })
/** @param {Record<string, number>} cards */
const size = cards => Object.values(cards).reduce((sum, n) => sum + n, 0)
/** A deck as the server reads it, whatever a theme calls the cards. @param {Record<string, number>} cards */
const plain = cards => Object.entries(cards).map(([card, n]) => `${n} ${card}\n`).join('')

/** @param {OwnDeck} changed */
const keep = changed => {
  deck.value = changed
  const known = decks.value.some(own => own.id === changed.id)
  keepDecks(known ? decks.value.map(own => (own.id === changed.id ? changed : own)) : [...decks.value, changed])
  set({ deck: changed.id })
}

/** @param {OwnDeck} chosen */
const open = chosen => {
  deck.value = chosen
  set({ deck: chosen.id })
}

/** One more of a card, or one less; the pool's order is kept. @param {string} card @param {number} by */
const change = (card, by) => {
  const book = pool.value
  if (!book) return
  const n = (deck.value.cards[card] ?? 0) + by
  if (n > book.limits.copies) {
    say(t('d_limit', { copies: book.limits.copies, card: book.cards[card].name }))
    return
  }
  const counts = { ...deck.value.cards, [card]: n }
  keep({ ...deck.value, cards: Object.fromEntries(Object.keys(book.cards).filter(id => counts[id] > 0).map(id => [id, counts[id]])) })
}

/** @param {{ id: string, children?: any }} props */
const Stepper = ({ id }) => {
  const book = pool.value
  const n = deck.value.cards[id] ?? 0
  if (!book) return null
  const card = book.cards[id].name
  return html`<div class="stepper"><button onClick=${() => change(id, -1)} disabled=${n === 0} aria-label=${t('d_take_out', { card })}>−</button>
    <span>${t('d_count', { n, copies: book.limits.copies })}</span>
    <button onClick=${() => change(id, 1)} aria-disabled=${n >= book.limits.copies} aria-label=${t('d_add', { card })}>+</button></div>`
}

// ---- the pool --------------------------------------------------------------------------------------------------
const NONE = { search: '', type: '', strength: '', word: '', deck: '' }

const Pool = () => {
  const book = pool.value
  const [filter, setFilter] = useState(NONE)
  if (!book) return null
  const cards = Object.entries(book.cards)
  const wanted = filter.search.trim().toLowerCase()
  const found = cards.filter(([, card]) => (!filter.type || card.type === filter.type) && (filter.strength === '' || String(card.strength) === filter.strength)
    && (!filter.word || card.words.includes(filter.word)) && (!filter.deck || (card.deck ?? '0') === filter.deck)
    && (!wanted || `${card.name} ${card.text}`.toLowerCase().includes(wanted)))
  const strengths = [...new Set(cards.map(([, card]) => card.strength))].filter(n => n !== null).sort()
  /** @param {string} key @param {[string, string][]} values */
  const choose = (key, values) => html`<label><span>${t(LABELS[key])}</span><select aria-label=${t(LABELS[key])} value=${filter[/** @type {'type'} */ (key)]} onChange=${(/** @type {any} */ e) => setFilter({ ...filter, [key]: e.target.value })}>
    <option value="">${t('d_any')}</option>${values.map(([value, label]) => html`<option key=${value} value=${value} selected=${filter[/** @type {'type'} */ (key)] === value}>${label}</option>`)}</select></label>`
  return html`<section class="pool" aria-label=${t('d_pool')}>
    <form class="filters" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
      <label class="search"><span>${t('d_search')}</span><input type="search" value=${filter.search} onInput=${(/** @type {any} */ e) => setFilter({ ...filter, search: e.target.value })} /></label>
      ${choose('type', Object.entries(book.types).map(([id, type]) => [id, type.name]))}
      ${choose('strength', strengths.map(n => [String(n), String(n)]))}
      ${choose('word', Object.keys(book.words).filter(id => id in WORDS).map(id => [id, t(`c_${id}`)]))}
      ${choose('deck', [...Object.entries(book.decks).map(([id, own]) => /** @type {[string, string]} */ ([id, own.name])), ['0', book.pool]])}
      <p class="quiet small" role="status">${t('d_found', { n: found.length, all: cards.length })} ${found.length < cards.length ? html`<button type="button" class="link" onClick=${() => setFilter(NONE)}>${t('d_clear')}</button>` : null}</p>
    </form>
    ${found.length ? null : html`<p class="quiet">${t('d_nothing')}</p>`}
    <ul class="face-grid">${found.map(([id, card]) => html`<li key=${id} class=${deck.value.cards[id] ? 'taken' : ''}>
      <button class=${`card caster deck-${card.deck ?? 0} lit-none`} onClick=${() => change(id, 1)} aria-label=${`${t('d_add', { card: card.name })}. ${card.text}`}><${CasterFace} id=${id} /></button><${Stepper} id=${id} /></li>`)}</ul></section>`
}
/** @type {Record<string, string>} */
const LABELS = { type: 'd_type', strength: 'd_strength', word: 'd_words', deck: 'd_from' }
const WORDS = { quick: 1, once_per_round: 1 }

// ---- the deck --------------------------------------------------------------------------------------------------
const Curve = () => {
  const book = pool.value
  if (!book) return null
  const columns = [...new Set(Object.values(book.cards).map(card => card.strength))].sort((a, b) => (a ?? -1) - (b ?? -1))
  const counts = columns.map(strength => Object.entries(deck.value.cards).reduce((sum, [id, n]) => sum + (book.cards[id]?.strength === strength ? n : 0), 0))
  const most = Math.max(6, ...counts)
  return html`<h2>${t('d_curve')}</h2><ol class="curve">${columns.map((strength, i) => html`<li key=${strength} class=${strength === null ? 'action' : 'ally'}>
    <b>${counts[i]}</b><i style=${{ height: `${counts[i] / most * 58}px` }}></i><span>${strength === null ? html`<${Icon} name="action" title=${t('d_actions')} />` : html`<span class="hidden">${t('d_strength')} </span>${strength}`}</span></li>`)}</ol>`
}

/** The deck as text, to take away and to bring in. */
const List = () => {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null))
  const [bad, setBad] = useState(/** @type {{ reasons: string[], deck: Record<string, number> } | null} */ (null))
  const text = typed ?? checked.value.text
  const take = (/** @type {Record<string, number>} */ cards) => {
    keep({ ...deck.value, cards })
    setTyped(null)
    setBad(null)
    say(t('d_read_done', { n: size(cards) }))
  }
  const read = () => api('decks/check', { text }).then(found => (found.reasons.length ? setBad(found) : take(found.deck)), error => say(error.message))
  const save = () => saveAs(new Blob([text], { type: 'text/plain' }), fileName())
  const copy = () => navigator.clipboard?.writeText(text).then(() => say(t('d_copied')), () => undefined)
  return html`<h2>${t('d_list')}</h2><p class="quiet small">${t('d_list_hint')}</p>
    <textarea aria-label=${t('d_list')} spellcheck=${false} rows="9" value=${text} onInput=${(/** @type {any} */ e) => { setTyped(e.target.value); setBad(null) }}></textarea>
    ${bad ? html`<div class="reasons bad" role="alert"><p>${t('d_bad_list')}</p><ul>${bad.reasons.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul>
      ${size(bad.deck) ? html`<button onClick=${() => take(bad.deck)}>${t('d_take_understood', { n: size(bad.deck) })}</button>` : null}</div>` : null}
    <p class="row">${typed === null ? html`<button onClick=${copy}>${t('d_copy')}</button><button onClick=${save}>${t('d_file')}</button>`
      : html`<button class="confirm" onClick=${read}>${t('d_read')}</button><button onClick=${() => { setTyped(null); setBad(null) }}>${t('d_back_to_deck')}</button>`}</p>`
}

/** A name of a file from the deck's name. */
const fileName = () => `${deck.value.name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'my'}.deck`

const Draw = () => {
  const [drawn, setDrawn] = useState(/** @type {string[]} */ ([]))
  const draw = () => {
    const left = Object.entries(deck.value.cards).flatMap(([id, n]) => Array(n).fill(id))
    setDrawn(Array.from({ length: Math.min(6, left.length) }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]))
  }
  return html`<h2>${t('d_draw')}</h2><p class="quiet small">${t('d_draw_hint')}</p><p><button onClick=${draw} disabled=${size(deck.value.cards) < 6}>${drawn.length ? t('d_draw_again') : t('d_draw_six')}</button></p>
    ${drawn.length ? html`<div class="face-grid drawn" role="status">${drawn.map((id, i) => html`<div key=${i} class=${`card caster still deck-${pool.value?.cards[id].deck ?? 0}`}><${CasterFace} id=${id} /></div>`)}</div>` : null}`
}

const Deck = () => {
  const book = pool.value
  if (!book) return null
  const own = deck.value
  const n = size(own.cards)
  const fresh = checked.value.of === plain(own.cards)
  const ready = fresh && !checked.value.reasons.length
  const pick = (/** @type {string} */ value) => {
    if (value === 'new') return open(blank())
    const made = book.decks[value.replace('copy-', '')]
    if (value.startsWith('copy-') && made) return keep({ ...blank(), name: made.name, cards: { ...made.cards } })
    const found = decks.value.find(other => other.id === value)
    if (found) open(found)
  }
  const remove = () => {
    keepDecks(decks.value.filter(other => other.id !== own.id))
    open(decks.value[0] ?? blank())
  }
  const play = () => {
    const last = settings.value.casters ?? {}
    const seat = last.seat === 'two' ? 'two' : 'one'
    set({ game: 'casters', casters: { ...last, seat, decks: { ...last.decks, [seat]: own.id } } })
    location.hash = '#/'
  }
  return html`<section class="own-deck" aria-label=${t('d_your_deck')}>
    <div class="pair"><label><span>${t('d_decks')}</span><select aria-label=${t('d_decks')} value=${own.id} onChange=${(/** @type {any} */ e) => pick(e.target.value)}>
        ${decks.value.some(other => other.id === own.id) ? null : html`<option value=${own.id} selected>${own.name}</option>`}
        ${decks.value.map(other => html`<option key=${other.id} value=${other.id} selected=${other.id === own.id}>${other.name}</option>`)}
        <option value="new">${t('d_new')} …</option>${Object.entries(book.decks).map(([id, made]) => html`<option key=${id} value=${`copy-${id}`}>${t('d_copy_of', { name: made.name })} …</option>`)}</select></label>
      <label><span>${t('d_name')}</span><input value=${own.name} maxlength="40" onInput=${(/** @type {any} */ e) => keep({ ...own, name: e.target.value })} /></label></div>
    <div class="meter-30" role="meter" aria-valuemin="0" aria-valuemax=${book.limits.size} aria-valuenow=${n} aria-label=${t('d_meter', { n, size: book.limits.size })}>
      <span class="ticks">${Array.from({ length: book.limits.size }, (_, i) => html`<i key=${i} class=${i < n ? 'on' : ''}></i>`)}</span><b class=${n > book.limits.size ? 'warn' : ''}>${t('d_meter', { n, size: book.limits.size })}</b></div>
    <div class=${`reasons ${ready ? 'good' : ''}`} role="status">${ready ? html`<p><span aria-hidden="true">✓ </span>${t('d_ready')}</p>`
      : fresh ? html`<p>${t('d_not_ready')}</p><ul>${checked.value.reasons.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul>` : html`<p class="quiet">…</p>`}</div>
    <button class="confirm wide" disabled=${!ready} onClick=${play}>${t('d_play')}</button>
    ${n ? html`<ul class="plain deck-rows">${Object.keys(own.cards).map(id => html`<li key=${id} class=${`deck-${book.cards[id]?.deck ?? 0}`}><${TypeMark} type=${book.cards[id]?.type} /><span class="deck-row-name">${book.cards[id]?.name ?? id}</span>
      <span class="quiet">${book.cards[id]?.strength ?? ''}</span><${Stepper} id=${id} /></li>`)}</ul>` : html`<p class="quiet">${t('d_empty')}</p>`}
    <${Curve} /><${Draw} /><${List} key=${own.id} />
    <h2>${t('d_print')}</h2>${ready ? html`<p><a class="button" href=${`#/print/${own.id}`}>${t('go_print')}</a></p>` : null}<p class="quiet small">${t('d_print_hint')}</p><p><code>ruinous print casters --deck ${fileName()}</code></p>
    ${decks.value.some(other => other.id === own.id) ? html`<p class="row"><button onClick=${remove}>${t('d_remove')}</button></p>` : null}
  </section>`
}

export const Decks = () => {
  const book = pool.value
  const text = plain(deck.value.cards)
  useEffect(() => {
    if (!deck.value.id) deck.value = decks.value.find(own => own.id === settings.value.deck) ?? decks.value[0] ?? blank()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => api('decks/check', { text }).then(found => { checked.value = { reasons: found.reasons, text: found.text, of: text } }, error => say(error.message)), 150)
    return () => clearTimeout(timer)
  }, [text])
  if (!book) return null
  const n = size(deck.value.cards)
  return html`<div class=${`builder shows-${side.value}`}>
    <header class="builder-head"><div class="rail"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><h1>${t('d_title')}</h1></div><p class="quiet">${t('d_intro', { size: book.limits.size, copies: book.limits.copies })}</p></header>
    <nav aria-label=${t('d_title')}><div class="builder-tabs" role="tablist">${['pool', 'deck'].map(name => html`<button key=${name} role="tab" aria-selected=${side.value === name} class=${side.value === name ? 'now' : ''} onClick=${() => { side.value = name }}>${name === 'pool' ? t('d_pool') : `${t('d_your_deck')} ${n}/${book.limits.size}`}</button>`)}</div></nav>
    <main class="builder-body"><${Pool} /><${Deck} /></main></div>`
}
