// @ts-check
/** Entering a position by hand: pieces that are put on regions, sheets of regions and Powers, cards on a stack. */
import { batch, html, signal, useState } from './vendor/vendor.js'
import { catalogue, pool, sheet, view } from './store.js'
import { cardName, figureName, powerName, regionName, tokenName, upgradeName } from './describe.js'
import { POWERS, SEATS } from './home.js'
import { Badge, Icon, SILHOUETTE, Glyph } from './pieces.js'
import { t } from './strings.js'

/** @typedef {Record<string, any>} Position */

const KINDS = ['cultist', 'warrior', 'daemon']
const TOKENS = ['noble', 'peasant', 'warpstone', 'hero', 'skaven', 'event']
/** Marks of figures, and whose they can be. @type {Record<string, (f: any) => boolean>} */
const MARKS = { charmed: f => f.power !== 'slaanesh', shielded: f => f.power === 'tzeentch', spent: f => f.power === 'nurgle' && f.kind === 'cultist', on_space: f => f.power === 'tzeentch' && f.kind === 'warrior' }
/** What a position from the middle of a game remembers, and what an edit makes wrong. */
const MEMORY = ['agenda', 'pending', 'chance', 'unveiled', 'outcome', 'battle', 'old_world', 'known', 'looked', 'resolving']

/** The position that is being entered. @type {import('./vendor/vendor.js').Signal<Position>} */
export const position = signal({ game: 'oldworld' })
/** What it was before, for taking back. @type {import('./vendor/vendor.js').Signal<Position[]>} */
export const past = signal([])
/** The piece in hand: {what: 'figure' | 'corruption' | 'token' | 'ruin', power, kind, token}. @type {import('./vendor/vendor.js').Signal<any>} */
export const piece = signal(null)
/** Pieces are taken off and not put down. */
export const off = signal(false)

/** Another position takes the place of this one. @param {Position} next */
export const put = next => batch(() => {
  past.value = [...past.value.slice(-99), position.value]
  position.value = next
})

/** Changes the position by hand: from then on the phase it names is about to begin. @param {(draft: Position) => void} change */
export const edit = change => {
  const draft = structuredClone(position.value)
  for (const key of MEMORY) delete draft[key]
  for (const own of Object.values(draft.powers ?? {})) delete own.deck
  delete draft.decks
  change(draft)
  put(draft)
}

export const takeBack = () => {
  const before = past.value[past.value.length - 1]
  if (!before) return
  batch(() => {
    past.value = past.value.slice(0, -1)
    position.value = before
  })
}

/** A position about which nothing has been said yet. @param {string} game @returns {Position} */
export const blank = game => (game === 'casters' ? { game, phase: 'play', round: 1, first: 'one', stack: [], hands: {}, pits: {} }
  : { game, edition: 'seed', round: 1, phase: 'summoning', powers: Object.fromEntries(POWERS.map(power => [power, {}])), regions: {} })

// ---- reading and changing an Old World position
/** @param {Position} at @param {string} name */
const regionOf = (at, name) => {
  at.regions ??= {}
  at.regions[name] ??= {}
  const found = at.regions[name]
  // Figures may be written by Power and kind; here they are a list, because marks need one.
  if (!Array.isArray(found.figures)) found.figures = Object.entries(found.figures ?? {}).flatMap(([power, kinds]) => Object.entries(kinds).map(([kind, count]) => ({ power, kind, count })))
  found.tokens ??= {}
  found.corruption ??= {}
  found.cards = [found.cards?.[0] ?? null, found.cards?.[1] ?? null]
  return found
}

/** @param {Record<string, number>} counts @param {string} key @param {number} n */
const count = (counts, key, n) => {
  const now = Math.max(0, (counts[key] ?? 0) + n)
  if (now) counts[key] = now
  else delete counts[key]
}

/** @param {any} f */
const plain = f => !Object.keys(MARKS).some(mark => f[mark])

/** Puts the piece in hand on a region, or takes one of its kind off. @param {string} name */
export const place = name => {
  const held = piece.value
  if (!held) return
  const n = off.value ? -1 : 1
  edit(draft => {
    const region = regionOf(draft, name)
    if (held.what === 'token') count(region.tokens, held.token, n)
    else if (held.what === 'corruption') count(region.corruption, held.power, n)
    else if (held.what === 'ruin') {
      delete region.ruined_now
      if (off.value || region.ruin) delete region.ruin
      else region.ruin = 1 + Math.max(0, ...Object.values(draft.regions).map(other => other.ruin ?? 0))
    } else {
      const same = region.figures.filter((/** @type {any} */ f) => f.power === held.power && f.kind === held.kind)
      const one = same.find(plain) ?? (n < 0 ? same[0] : null)
      if (one) one.count = (one.count ?? 1) + n
      else if (n > 0) region.figures.push({ power: held.power, kind: held.kind, count: 1 })
      region.figures = region.figures.filter((/** @type {any} */ f) => (f.count ?? 1) > 0)
    }
  })
}

/** The sheet of a Power in a position. @param {Position} at @param {string} power */
const sheetOf = (at, power) => {
  at.powers ??= Object.fromEntries(POWERS.map(one => [one, {}]))
  at.powers[power] ??= {}
  return at.powers[power]
}

// ---- controls
/** A number with less and more. @param {{ label: string, value: number, min?: number, max?: number, onChange: (n: number) => void, children?: any }} props */
export const Stepper = ({ label, value, min = 0, max = 99, onChange, children }) => html`<div class="count-box" role="group" aria-label=${label}><span class="count-name">${children ?? label}</span>
  <span class="count-knobs"><button aria-label=${`${t('k_less')}: ${label}`} disabled=${value <= min} onClick=${() => onChange(value - 1)}>−</button><output>${value}</output><button aria-label=${`${t('k_more')}: ${label}`} disabled=${value >= max} onClick=${() => onChange(value + 1)}>+</button></span></div>`

/** Cards as chips that can be taken off, and a list to add from.
 * @param {{ label: string, cards: string[], choices: [string, string][], name: (card: string) => string, onChange: (cards: string[]) => void }} props */
const CardList = ({ label, cards, choices, name, onChange }) => html`<div class="card-list" role="group" aria-label=${label}>
  ${cards.map((card, i) => html`<button key=${i} class="chip" aria-label=${`${t('k_take_off')}: ${name(card)}`} onClick=${() => onChange(cards.filter((_, k) => k !== i))}>${name(card)} <span aria-hidden="true">×</span></button>`)}
  <select aria-label=${`${t('k_add')}: ${label}`} value="" onChange=${(/** @type {any} */ e) => { if (e.target.value) onChange([...cards, e.target.value]); e.target.value = '' }}><option value="">${t('k_add')} …</option>${choices.map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}</select></div>`

/** A hand: so many cards, or which. @param {{ label: string, hand: string[] | number | undefined, usual: number, choices: [string, string][], name: (card: string) => string, onChange: (hand: string[] | number) => void }} props */
const HandBox = ({ label, hand, usual, choices, name, onChange }) => {
  const known = Array.isArray(hand)
  return html`<div class="hand-box"><label class="check"><input type="checkbox" checked=${known} onChange=${(/** @type {any} */ e) => onChange(e.target.checked ? [] : known ? hand.length : usual)} /> ${t('k_hand_known')}</label>
    ${known ? html`<${CardList} label=${label} cards=${hand} choices=${choices} name=${name} onChange=${onChange} />` : html`<${Stepper} label=${t('hand_size')} value=${hand ?? usual} max=${24} onChange=${onChange} />`}</div>`
}

// ---- the box of pieces
/** A piece to take in hand. @param {{ held: any, label: string, left?: number, children?: any }} props */
const Tool = ({ held, label, left, children }) => {
  const on = piece.value && JSON.stringify(piece.value) === JSON.stringify(held)
  return html`<button class=${`tool ${on ? 'now' : ''}`} aria-pressed=${Boolean(on)} aria-label=${label} title=${label} onClick=${() => { piece.value = on ? null : held }}>${children}${left === undefined ? null : html`<small class=${left < 0 ? 'warn' : ''}>${left}</small>`}</button>`
}

/** A figure as it looks on the board. @param {{ power: string, kind: string }} props */
const Figure = ({ power, kind }) => {
  const size = { cultist: 0.62, warrior: 0.78, daemon: 0.95 }[kind] ?? 1
  return html`<svg class="tool-art" viewBox="-11.5 -13 23 24" aria-hidden="true">${kind === 'daemon' ? html`<path class=${`horns ${power}`} transform="scale(.37)" d="M-17-14C-28-23-25-32-20-36-20-29-15-26-8-24ZM17-14C28-23 25-32 20-36 20-29 15-26 8-24Z" />` : null}
    <g transform=${`scale(${size})`}><path class=${`body ${power}`} d=${SILHOUETTE[power]} />${kind === 'cultist' ? null : html`<path class=${`ring ${power}`} transform="scale(.8)" d=${SILHOUETTE[power]} />`}<g class=${`mark ${power}`}><${Glyph} name=${power} size=${kind === 'cultist' ? 6.2 : 5.2} /></g></g></svg>`
}

export const Pieces = () => {
  const book = catalogue.value
  const now = view.value
  if (!book) return null
  const part = POWERS.filter(power => !position.value.powers || power in position.value.powers)
  return html`<div class="pieces"><div class="segments" role="radiogroup" aria-label=${t('k_put_or_take')}><button role="radio" aria-checked=${!off.value} class=${off.value ? '' : 'now'} onClick=${() => { off.value = false }}>${t('k_put')}</button><button role="radio" aria-checked=${off.value} class=${off.value ? 'now' : ''} onClick=${() => { off.value = true }}>${t('k_take')}</button></div>
    <p class="quiet small">${piece.value ? t(off.value ? 'k_click_take' : 'k_click_put') : t('k_pick_piece')}</p>
    ${part.map(power => html`<div key=${power} class="tool-row"><span class="tool-name">${powerName(book, power)}</span>
      ${KINDS.map(kind => html`<${Tool} key=${kind} held=${{ what: 'figure', power, kind }} label=${figureName(/** @type {any} */ ({ power, kind }), book)} left=${now?.powers[power]?.reserve[/** @type {'cultist'} */ (kind)]}><${Figure} power=${power} kind=${kind} /></${Tool}>`)}
      <${Tool} held=${{ what: 'corruption', power }} label=${`${t('corruption')}: ${powerName(book, power)}`} left=${now?.powers[power]?.corruption_left}><svg class="tool-art" viewBox="-12 -12 24 24" aria-hidden="true"><path class=${`body ${power}`} transform="scale(.62)" d=${SILHOUETTE[power]} /><g class=${`mark ${power}`}><${Glyph} name=${power} size=${4.2} /></g></svg></${Tool}></div>`)}
    <div class="tool-row tokens"><span class="tool-name">${t('tokens_here')}</span>${TOKENS.map(token => html`<${Tool} key=${token} held=${{ what: 'token', token }} label=${tokenName(book, token)} left=${now?.token_supply[token]}><svg class="tool-art" viewBox="-14 -14 28 28" aria-hidden="true"><circle class=${`coin ${token}`} r="12.5" /><g class="coin-glyph"><${Glyph} name=${token} size=${7.4} /></g></svg></${Tool}>`)}
      <${Tool} held=${{ what: 'ruin' }} label=${t('ruined')} left=${now ? 5 - now.ruins_taken : undefined}><svg class="tool-art" viewBox="-13 -13 26 26" aria-hidden="true"><rect class="ruin-tool" x="-11" y="-11" width="22" height="22" rx="4" /><g class="ruin-sign"><${Glyph} name="skull" size=${8} /></g></svg></${Tool}></div></div>`
}

// ---- sheets of the Old World
/** Everything that lies in a region. @param {{ id: string }} props */
export const RegionForm = ({ id }) => {
  const book = catalogue.value
  if (!book) return null
  const region = regionOf(structuredClone(position.value), id)
  const change = (/** @type {(region: any, draft: Position) => void} */ how) => edit(draft => how(regionOf(draft, id), draft))
  const part = POWERS.filter(power => !position.value.powers || power in position.value.powers)
  const content = (/** @type {any} */ card) => (card ? `${card[0] ?? ''}.${card[1]}` : '')
  return html`<section class="form-part"><h3>${t('cards_here')}</h3><div class="pair">${[0, 1].map(space => html`<label key=${space}><span>${t('track_space', { n: space + 1 })}</span><select value=${content(region.cards[space])} onChange=${(/** @type {any} */ e) => change(r => {
      const [owner, card] = e.target.value.split('.')
      r.cards[space] = card ? [owner || null, card] : null
    })}><option value="">${t('card_space_free')}</option>
      ${part.map(power => html`<optgroup key=${power} label=${powerName(book, power)}>${Object.entries(book.cards).filter(([, card]) => card.power === power).map(([card, { name }]) => html`<option key=${card} value=${`${power}.${card}`} selected=${content(region.cards[space]) === `${power}.${card}`}>${name}</option>`)}</optgroup>`)}
      <option value="tzeentch.horror" selected=${content(region.cards[space]) === 'tzeentch.horror'}>${book.figures.tzeentch.warrior.name}</option><option value=".the_horned_ones_due" selected=${content(region.cards[space]) === '.the_horned_ones_due'}>${book.old_world.the_horned_ones_due?.name}</option></select></label>`)}</div></section>
    <section class="form-part"><h3>${t('figures')}</h3>${region.figures.length ? region.figures.map((/** @type {any} */ f, /** @type {number} */ i) => html`<div key=${i} class="figure-line"><${Stepper} label=${figureName(f, book)} value=${f.count ?? 1} onChange=${(/** @type {number} */ n) => change(r => { if (n) r.figures[i].count = n; else r.figures.splice(i, 1) })}><${Badge} power=${f.power} /> ${figureName({ power: f.power, kind: f.kind }, book)}</${Stepper}>
      <span class="marks-line">${Object.keys(MARKS).filter(mark => MARKS[mark](f)).map(mark => html`<label key=${mark} class="check small"><input type="checkbox" checked=${Boolean(f[mark])} onChange=${(/** @type {any} */ e) => change(r => { if (e.target.checked) r.figures[i][mark] = true; else delete r.figures[i][mark] })} /> ${t(mark)}</label>`)}</span></div>`)
      : html`<p class="quiet small">${t('empty_region')}</p>`}
      <div class="adders">${part.flatMap(power => KINDS.map(kind => html`<button key=${`${power}${kind}`} class="tool" aria-label=${`${t('k_add')}: ${figureName(/** @type {any} */ ({ power, kind }), book)}`} title=${figureName(/** @type {any} */ ({ power, kind }), book)} onClick=${() => change(r => {
        const same = r.figures.find((/** @type {any} */ f) => f.power === power && f.kind === kind && plain(f))
        if (same) same.count = (same.count ?? 1) + 1
        else r.figures.push({ power, kind, count: 1 })
      })}><${Figure} power=${power} kind=${kind} /></button>`))}</div></section>
    <section class="form-part"><h3>${t('corruption')}</h3><div class="counts">${part.map(power => html`<${Stepper} key=${power} label=${powerName(book, power)} value=${region.corruption[power] ?? 0} onChange=${(/** @type {number} */ n) => change(r => count(r.corruption, power, n - (r.corruption[power] ?? 0)))}><${Badge} power=${power} title=${powerName(book, power)} /></${Stepper}>`)}</div></section>
    <section class="form-part"><h3>${t('tokens_here')}</h3><div class="counts">${TOKENS.map(token => html`<${Stepper} key=${token} label=${tokenName(book, token)} value=${region.tokens[token] ?? 0} onChange=${(/** @type {number} */ n) => change(r => count(r.tokens, token, n - (r.tokens[token] ?? 0)))}><${Icon} name=${token} /> ${tokenName(book, token)}</${Stepper}>`)}</div></section>
    <section class="form-part"><h3>${t('ruination')}</h3><label class="line-label"><span>${t('ruined')}</span><select value=${region.ruin ?? ''} onChange=${(/** @type {any} */ e) => change(r => { if (e.target.value) r.ruin = Number(e.target.value); else { delete r.ruin; delete r.ruined_now } })}><option value="">${t('k_not_ruined')}</option>${[1, 2, 3, 4, 5].map(n => html`<option key=${n} value=${n} selected=${region.ruin === n}>${t('ruined_as', { n })}</option>`)}</select></label></section>`
}

/** Everything that a Power has. @param {{ id: string }} props */
export const PowerForm = ({ id }) => {
  const book = catalogue.value
  if (!book) return null
  const takes = !position.value.powers || id in position.value.powers
  const own = (position.value.powers ?? {})[id] ?? {}
  const change = (/** @type {(own: any) => void} */ how) => edit(draft => how(sheetOf(draft, id)))
  const number = (/** @type {string} */ key, /** @type {string} */ label, /** @type {number} */ max, usual = 0) => html`<${Stepper} label=${label} value=${own[key] ?? usual} max=${max} onChange=${(/** @type {number} */ n) => change(o => { o[key] = n })} />`
  const choices = /** @type {[string, string][]} */ (Object.entries(book.cards).filter(([, card]) => card.power === id).map(([card, { name }]) => [card, name]))
  const name = (/** @type {string} */ card) => book.cards[card]?.name ?? card
  const now = view.value?.powers[id]
  return html`<label class="check"><input type="checkbox" checked=${takes} onChange=${(/** @type {any} */ e) => edit(draft => { sheetOf(draft, id); if (!e.target.checked) delete draft.powers[id] })} /> ${t('takes_part')}</label>
    ${takes ? html`<div class="counts">${number('vp', t('vp_track'), 200)}${number('dial', t('dial'), (book.dials[id]?.length ?? 10) - 1)}${number('power', t('power_points'), 20, now?.income ?? 0)}${number('counters', t('counters'), 16)}${number('peasants', tokenName(book, 'peasant'), 16)}</div>
      <section class="form-part"><h3>${t('upgrades')}</h3>${Object.keys(book.upgrades[id] ?? {}).map(up => html`<label key=${up} class="check wide-check"><input type="checkbox" checked=${(own.upgrades ?? []).includes(up)} onChange=${(/** @type {any} */ e) => change(o => { o.upgrades = (o.upgrades ?? []).filter((/** @type {string} */ one) => one !== up).concat(e.target.checked ? [up] : []) })} /> ${upgradeName(book, id, up)}</label>`)}</section>
      <section class="form-part"><h3>${t('k_hand')}</h3><${HandBox} label=${t('k_hand')} hand=${own.hand} usual=${3} choices=${choices} name=${name} onChange=${(/** @type {any} */ hand) => change(o => { o.hand = hand })} /></section>
      <section class="form-part"><h3>${t('discard_pile')}</h3><${CardList} label=${t('discard_pile')} cards=${own.discard ?? []} choices=${choices} name=${name} onChange=${(/** @type {string[]} */ cards) => change(o => { o.discard = cards })} /></section>` : null}`
}

/** Track and deck of the Old World. */
export const WorldForm = () => {
  const book = catalogue.value
  if (!book) return null
  const track = [position.value.track?.[0] ?? null, position.value.track?.[1] ?? null]
  const choices = /** @type {[string, string][]} */ (Object.entries(book.old_world).map(([card, { name }]) => [card, name]))
  const left = position.value.old_world_left ?? view.value?.old_world_left ?? 0
  return html`<div class="counts-wide">${[0, 1].map(space => html`<label key=${space} class="line-label"><span>${t('track_space', { n: space + 1 })}</span><select value=${track[space] ?? ''} onChange=${(/** @type {any} */ e) => edit(draft => { draft.track = track.map((card, i) => (i === space ? e.target.value || null : card)) })}><option value="">${t('track_empty')}</option>${choices.map(([card, name]) => html`<option key=${card} value=${card} selected=${track[space] === card}>${name}</option>`)}</select></label>`)}
    <${Stepper} label=${t('deck_left', { n: '' })} value=${left} max=${9} onChange=${(/** @type {number} */ n) => edit(draft => { draft.old_world_left = n })}>${t('k_deck_left')}</${Stepper}></div>
    <section class="form-part"><h3>${t('gone')}</h3><${CardList} label=${t('gone')} cards=${position.value.old_world_gone ?? []} choices=${choices} name=${(/** @type {string} */ card) => book.old_world[card]?.name ?? card} onChange=${(/** @type {string[]} */ cards) => edit(draft => { draft.old_world_gone = cards })} /></section>
    <section class="form-part pair"><label><span>${t('edition')}</span><select value=${position.value.edition ?? 'seed'} onChange=${(/** @type {any} */ e) => edit(draft => { draft.edition = e.target.value })}>${['seed', 'faq2'].map(v => html`<option key=${v} value=${v} selected=${v === (position.value.edition ?? 'seed')}>${t(`edition_${v}`)}</option>`)}</select></label></section>`
}

// ---- Chaos Casters
/** The stack from the top down, and what else lies on the table. */
export const StackForm = () => {
  const book = pool.value
  const [owner, setOwner] = useState('one')
  if (!book) return null
  const at = position.value
  const stack = /** @type {any[]} */ (at.stack ?? [])
  const name = (/** @type {string} */ card) => cardName(book, card)
  const choices = /** @type {[string, string][]} */ (Object.entries(book.cards).map(([card, found]) => /** @type {[string, string]} */ ([card, found.name])).sort((a, b) => a[1].localeCompare(b[1])))
  const change = (/** @type {(stack: any[]) => void} */ how) => edit(draft => {
    draft.stack ??= []
    how(draft.stack)
  })
  const mark = (/** @type {number} */ i, /** @type {string} */ key, /** @type {unknown} */ value) => change(s => {
    const marks = { ...s[i][2], [key]: value }
    if (!value) delete marks[key]
    s[i] = Object.keys(marks).length ? [s[i][0], s[i][1], marks] : [s[i][0], s[i][1]]
  })
  const player = (/** @type {string} */ seat) => book.players[seat]
  return html`<section class="form-part"><h2>${t('k_add_to_stack')}</h2><div class="add-card"><div class="segments" role="radiogroup" aria-label=${t('c_player')}>${SEATS.map(seat => html`<button key=${seat} role="radio" aria-checked=${owner === seat} class=${owner === seat ? 'now' : ''} onClick=${() => setOwner(seat)}><${Badge} power=${seat} /> ${player(seat)}</button>`)}</div>
      <select aria-label=${t('k_add_to_stack')} value="" onChange=${(/** @type {any} */ e) => { if (e.target.value) change(s => s.push([owner, e.target.value])); e.target.value = '' }}><option value="">${t('k_choose_card')}</option>${choices.map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}</select></div>
    <ol class="stack-form" reversed>${stack.map((entry, i) => ({ entry, i })).reverse().map(({ entry: [seat, card, marks], i }) => html`<li key=${i}><span class="place-number">${i + 1}</span><${Badge} power=${seat} title=${player(seat)} /><b>${name(card)}</b>
      <span class="stack-knobs"><button aria-label=${`${t('k_up')}: ${name(card)}`} disabled=${i === stack.length - 1} onClick=${() => change(s => { s.splice(i, 2, s[i + 1], s[i]) })}>↑</button><button aria-label=${`${t('k_down')}: ${name(card)}`} disabled=${i === 0} onClick=${() => change(s => { s.splice(i - 1, 2, s[i], s[i - 1]) })}>↓</button><button aria-label=${`${t('k_take_off')}: ${name(card)}`} onClick=${() => change(s => { s.splice(i, 1) })}>×</button></span>
      <details class="card-marks"><summary class="small">${t('k_marks')}${marks ? ' •' : ''}</summary><${Stepper} label=${t('k_change')} value=${marks?.change ?? 0} min=${-20} onChange=${(/** @type {number} */ n) => mark(i, 'change', n)} />
        <label class="check"><input type="checkbox" checked=${Boolean(marks?.silenced)} onChange=${(/** @type {any} */ e) => mark(i, 'silenced', e.target.checked)} /> ${t('c_silenced')}</label><label class="check"><input type="checkbox" checked=${Boolean(marks?.puppet_of)} onChange=${(/** @type {any} */ e) => mark(i, 'puppet_of', e.target.checked ? SEATS.find(one => one !== seat) : null)} /> ${t('k_puppet')}</label></details></li>`)}</ol>
    ${at.phase === 'resolve' ? html`<${Stepper} label=${t('k_line')} value=${at.line ?? stack.length} max=${stack.length} onChange=${(/** @type {number} */ n) => edit(draft => { draft.line = n })} />` : null}</section>
    ${SEATS.map((seat, p) => html`<section key=${seat} class="form-part"><h2><${Badge} power=${seat} /> ${player(seat)}</h2>
      <label class="line-label"><span>${t('c_deck')}</span><select value=${typeof at[`deck${p + 1}`] === 'string' ? at[`deck${p + 1}`] : ''} onChange=${(/** @type {any} */ e) => edit(draft => { if (e.target.value) draft[`deck${p + 1}`] = e.target.value; else delete draft[`deck${p + 1}`] })}><option value="">${t('k_any_deck')}</option>${Object.entries(book.decks).map(([id, deck]) => html`<option key=${id} value=${id} selected=${at[`deck${p + 1}`] === id}>${deck.name}</option>`)}</select></label>
      <${HandBox} label=${t('k_hand')} hand=${at.hands?.[seat]} usual=${6} choices=${choices} name=${name} onChange=${(/** @type {any} */ hand) => edit(draft => { draft.hands = { ...draft.hands, [seat]: hand } })} />
      <p class="small quiet">${t('c_pit')}</p><${CardList} label=${`${t('c_pit')} ${player(seat)}`} cards=${at.pits?.[seat] ?? []} choices=${choices} name=${name} onChange=${(/** @type {string[]} */ cards) => edit(draft => { draft.pits = { ...draft.pits, [seat]: cards } })} /></section>`)}`
}

/** The sheet that is open over the position. @returns {{ kind: string, id: string, badge: string, title: string } | null} */
export const openForm = () => {
  const open = sheet.value
  const book = catalogue.value
  if (!open || !book) return null
  const id = open.id ?? ''
  if (open.kind === 'region') return { kind: 'region', id, badge: '', title: regionName(book, id) }
  if (open.kind === 'power') return { kind: 'power', id, badge: id, title: powerName(book, id) }
  if (open.kind === 'old_world') return { kind: 'old_world', id, badge: '', title: t('tab_world') }
  return null
}
