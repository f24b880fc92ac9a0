// @ts-check
/** The table of Chaos Casters: the stack between two players, their decks, pits and hands. */
import { computed, html, useEffect, useLayoutEffect, useRef } from './vendor/vendor.js'
import { direct, skip, whyNot } from './net.js'
import { busy, casters, choices, clear, connection, film, gathering, hint, legal, log, picked, picks, pool, settings, sheet, spot, staged, state, togglePick } from './store.js'
import { Back, CasterFace, Picture, TypeMark, Words } from './casters.js'
import { cardName, describeCaster, PHASES } from './describe.js'
import { ChoiceList, confirm, Options, PickText, Speed, tryPass } from './prompt.js'
import { moments } from './film.js'
import { Later } from './later.js'
import { Speaker, Tabs } from './panels.js'
import { Badge, Icon } from './pieces.js'
import { Band, HintButton, Rematch, Undo, WhileBotsPlay, Who } from './seats.js'
import { Frame, Help } from './sheet.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').Action} Action */
/** @typedef {import('./types.d.ts').OnStack} OnStack */

const PLACES = 8

/** What is drawn: the moment that is being shown, or the newest state; cards that stay are known again. */
let lately = /** @type {OnStack[]} */ ([])
let uids = 0
const shown = computed(() => {
  const now = film.value?.view ?? casters.value
  if (!now) return null
  const left = [...lately]
  lately = now.stack.map(entry => {
    if (entry.uid) return entry
    const at = left.findIndex(old => old.player === entry.player && (old.was ?? old.card) === (entry.was ?? entry.card))
    return { ...entry, uid: at < 0 ? ++uids : left.splice(at, 1)[0].uid }
  })
  return { ...now, stack: lately }
})

direct((view, events, message) => moments(shown.value ?? view, events, message))

const me = computed(() => shown.value?.seat ?? 'one')
/** @param {string} seat */
const otherOf = seat => (seat === 'one' ? 'two' : 'one')
/** @param {string} kind */
const ofKind = kind => legal.value.filter(a => a.kind === kind)

/** Makes an action the one that Confirm sends; once more takes it back. @param {Action} action */
const stage = action => {
  if (busy.value) return
  picks.value = []
  picked.value = picked.value?.id === action.id ? null : action
}

/** @param {string} id */
const read = id => { sheet.value = { kind: 'card', id } }

// ---- the stack -------------------------------------------------------------------------------------------------
/** A card on the stack. @param {{ entry: OnStack, ghost?: boolean }} props */
const OnStackCard = ({ entry, ghost = false }) => {
  const now = shown.value
  const book = pool.value
  if (!now || !book) return null
  const card = book.cards[entry.card]
  const action = ghost ? null : legal.value.find(a => a.kind === 'stack' && a.position === entry.position)
  const chosen = action && staged.value?.id === action.id
  const gain = (entry.strength ?? 0) - (entry.printed ?? 0)
  const moment = film.value
  const click = () => {
    if (action && !chosen) return stage(action)
    const asked = ofKind('stack')[0]
    if (asked && !action) whyNot(`${asked.text.split(' ')[0]} ${entry.position} ${entry.card}`)
    read(entry.card)
  }
  return html`<button class=${['on-stack', entry.player, spot.value.card === entry.card ? 'spot' : '', ghost ? 'ghost' : '', action ? 'lit' : '', chosen ? 'chosen' : '', entry.resolved ? 'resolved' : '', entry.silenced ? 'silenced' : '',
    now.resolving === entry.position ? 'resolving' : '', moment?.actor === entry.uid ? 'actor' : '', moment?.targets.includes(entry.uid ?? 0) ? `target ${moment.kind}` : ''].join(' ')}
    data-uid=${entry.uid} aria-pressed=${action ? Boolean(chosen) : undefined} onClick=${click} tabindex=${ghost ? -1 : undefined}>
    <span class="on-stack-head"><${Badge} power=${entry.player} title=${entry.player === now.seat ? t('c_yours') : book.players[entry.player]} /><${TypeMark} type=${entry.type} /><b class="on-stack-name">${card?.name}</b>
      <span class="marks"><${Words} words=${card?.words ?? []} />
        ${entry.was ? html`<span class="mark-chip"><${Icon} name="copied" />${t('c_copied', { card: cardName(book, entry.was) })}</span>` : null}
        ${entry.silenced ? html`<span class="mark-chip"><${Icon} name="silenced" />${t('c_silenced')}</span>` : null}
        ${entry.puppet_of ? html`<span class="mark-chip"><${Icon} name="puppet" />${t('c_puppet', { player: book.players[entry.puppet_of] })}</span>` : null}</span></span>
    <span class="on-stack-text">${card?.text || t('c_no_text')}</span>
    ${entry.strength === null ? null : html`<span class="on-stack-strength"><span class="hidden">${t('c_strength')} </span><b>${entry.strength}</b>
      ${gain ? html`<small class=${gain > 0 ? 'up' : 'down'}><span aria-hidden="true">${gain > 0 ? '▲' : '▼'}</span>${Math.abs(gain)}<span class="hidden"> ${t(gain > 0 ? 'c_more' : 'c_less', { printed: entry.printed })}</span></small>` : null}</span>`}
    <${Picture} id=${entry.card} type=${entry.type} /></button>`
}

/** One of the places. @param {{ position: number, entry: OnStack | null, ghost?: boolean }} props */
const Place = ({ position, entry, ghost = false }) => {
  const now = shown.value
  if (!now) return null
  const next = now.next === position && !film.value
  return html`<li class=${['place', entry ? (entry.player === me.value ? 'mine' : 'theirs') : 'empty', next ? 'next' : '', now.resolving === position ? 'now' : ''].join(' ')}>
    <span class="place-number"><span class="hidden">${t('c_position')} </span>${position}${next ? html`<span class="place-sign">${t('c_next')}</span>` : now.resolving === position ? html`<span class="place-sign">${t('c_now')}</span>` : null}</span>
    ${entry ? html`<${OnStackCard} entry=${entry} ghost=${ghost} />` : html`<span class="place-free">${position === now.stack.length + 1 && now.phase === 'play' ? t('c_here') : ''}</span>`}</li>`
}

/** Cards that changed their place slide there. @param {{ current: HTMLElement | null }} root */
const useSliding = root => {
  const seen = useRef(/** @type {Map<string, number>} */ (new Map()))
  useLayoutEffect(() => {
    const found = new Map()
    const still = settings.value.still || matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const node of root.current?.querySelectorAll('[data-uid]') ?? []) {
      const uid = /** @type {HTMLElement} */ (node).dataset.uid ?? ''
      const top = /** @type {HTMLElement} */ (node.parentElement).offsetTop
      const before = seen.current.get(uid)
      found.set(uid, top)
      if (before !== undefined && before !== top && !still) node.animate([{ transform: `translateY(${before - top}px)` }, { transform: 'none' }], { duration: 280, easing: 'ease-out' })
    }
    seen.current = found
  })
}

export const Stack = () => {
  const root = useRef(/** @type {HTMLElement | null} */ (null))
  useSliding(root)
  const now = shown.value
  const book = pool.value
  const step = staged.value
  if (!now || !book) return null
  const ghost = !film.value && step?.kind === 'play' && now.seat && step.card ? /** @type {OnStack} */ ({
    position: now.stack.length + 1, player: now.seat, card: step.card, was: null, type: book.cards[step.card].type, strength: book.cards[step.card].strength,
    printed: book.cards[step.card].strength, change: 0, silenced: false, puppet_of: null, resolved: false, uid: 0,
  }) : null
  const cards = ghost ? [...now.stack, ghost] : now.stack
  const rows = Math.max(PLACES, cards.length)
  /** @param {KeyboardEvent} event */
  const onKey = event => {
    const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const buttons = [...(root.current?.querySelectorAll('.on-stack:not(.ghost)') ?? [])]
    const at = buttons.indexOf(/** @type {Element} */ (document.activeElement))
    const next = buttons[at + way]
    if (!way || !(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  return html`<section class="stack" aria-label=${t('c_stack')} ref=${root} onKeyDown=${onKey}><ol class=${rows > PLACES ? 'grown' : ''} reversed>
    ${Array.from({ length: rows }, (_, i) => {
      const position = rows - i
      const line = now.phase === 'resolve' && now.line === position && html`<li class="line" key="line"><span>${t('c_line')}</span></li>`
      return html`${line}<${Place} key=${position} position=${position} entry=${cards[position - 1] ?? null} ghost=${cards[position - 1] === ghost} />`
    })}${now.phase === 'resolve' && now.line === 0 && now.stack.length ? html`<li class="line" key="line"><span>${t('c_line')}</span></li>` : null}</ol></section>`
}

// ---- the players -----------------------------------------------------------------------------------------------
/** A player's deck, pit and what else is known. @param {{ seat: string }} props */
export const Corner = ({ seat }) => {
  const now = shown.value
  const book = pool.value
  const player = now?.players[seat]
  if (!now || !book || !player) return null
  const whole = Object.values(player.deck_list).reduce((sum, n) => sum + n, 0)
  const action = legal.value.find(a => a.kind === 'player' && a.player === seat)
  const chosen = action && staged.value?.id === action.id
  const hand = Array.isArray(player.hand) ? player.hand.length : player.hand
  const top = player.pit[player.pit.length - 1]
  const others = seat !== now.seat
  const moment = film.value
  const attack = () => (action ? stage(action) : ofKind('stack').some(a => a.text.startsWith('attack')) ? whyNot(`attack ${others ? '' : 'own '}player`) : undefined)
  return html`<section class=${['corner', seat, seat === me.value ? 'mine' : 'theirs', now.to_move === seat ? 'to-move' : '', moment?.player === seat ? 'hurt' : ''].join(' ')} aria-label=${book.players[seat]}>
    <button class=${`corner-head ${action ? 'lit' : ''} ${chosen ? 'chosen' : ''}`} aria-pressed=${action ? Boolean(chosen) : undefined} onClick=${attack}>
      <${Badge} power=${seat} /><b>${book.players[seat]}</b><${Who} seat=${seat} />
      ${now.first === seat ? html`<span class="first" title=${t('c_first')}><${Icon} name="crown" />${t('c_first_short')}<span class="hidden"> ${t('c_first')}</span></span>` : null}</button>
    <div class="life" role="img" aria-label=${t('c_deck_of', { n: player.deck, whole })}><i class=${seat} style=${{ width: `${Math.min(100, player.deck / whole * 100)}%` }}></i></div>
    <div class="piles">
      <button class="pile" onClick=${() => { sheet.value = { kind: 'deck', id: seat } }}><span class="pile-card">${player.deck ? html`<${Back} seat=${seat} />` : html`<span class="pile-none"></span>`}</span>
        <span class="pile-words"><b>${player.deck}</b><span>${t('c_deck')}</span>${player.deck_known.length ? html`<small><${Icon} name="eye" title=${t('c_known', { n: player.deck_known.length })} />${player.deck_known.length}</small>` : null}</span></button>
      <button class="pile" onClick=${() => { sheet.value = { kind: 'pit', id: seat } }}><span class="pile-card">${top ? html`<span class=${`pile-top ${seat}`}><${Picture} id=${top} type=${book.cards[top].type} /></span>` : html`<span class="pile-none"><${Icon} name="pit" /></span>`}</span>
        <span class="pile-words"><b>${player.pit.length}</b><span>${t('c_pit')}</span>${top ? html`<small class="pile-name">${cardName(book, top)}</small>` : null}</span></button>
    </div>
    ${others ? html`<div class="backs" aria-label=${t('c_hand_of', { n: hand })} role="group">${Array.from({ length: hand }, (_, i) => html`<${Back} key=${i} seat=${seat} known=${player.hand_known[i]} />`)}
      <span class="backs-words">${t('c_in_hand', { n: hand })}</span></div>
      ${player.hand_known.length ? html`<p class="known-cards"><${Icon} name="eye" /> ${player.hand_known.map((id, i) => html`<button key=${i} class="link" onClick=${() => read(id)}>${cardName(book, id)}</button>`)}</p>` : null}` : null}
    ${player.looked && !player.looked_known.length ? html`<p class="small quiet">${t('c_looking', { n: player.looked })}</p>` : null}
    ${player.spent.length && now.phase === 'resolve' ? html`<p class="small quiet spent"><${Icon} name="once" /> ${t('c_spent', { cards: player.spent.map(id => cardName(book, id)).join(', ') })}</p>` : null}
  </section>`
}

// ---- the hand --------------------------------------------------------------------------------------------------
/** @param {{ id: string, lit: boolean, dim: boolean, chosen: boolean, order?: number, owner: string, onClick: () => void }} props */
const HandCard = ({ id, lit, dim, chosen, order = 0, owner, onClick }) => html`<button class=${`card caster ${owner} ${lit ? 'lit' : dim ? 'dim' : ''} ${chosen ? 'chosen' : ''}`} aria-pressed=${lit ? chosen : undefined} onClick=${onClick}>
  <${CasterFace} id=${id} />${order ? html`<span class="order"><span class="hidden">${t('c_order')} </span>${order}</span>` : null}</button>`

/** The visitor's hand, and before it the cards of a pit or a deck that are chosen from. */
const Hand = () => {
  const now = shown.value
  const book = pool.value
  const seat = now?.seat
  const hand = seat ? now.players[seat].hand : null
  if (!now || !book || !seat || !Array.isArray(hand)) return null
  const others = legal.value.filter(a => a.kind === 'pit' || a.kind === 'looked')
  const deciding = legal.value.length > 0
  const refuse = (/** @type {string} */ id) => {
    if (deciding) whyNot(`play ${id}`)
    read(id)
  }
  /** @type {Set<string>} */
  const raised = new Set()
  const resting = deciding && !others.length && !legal.value.some(a => a.kind === 'play' || a.kind === 'hand')
  return html`<section class=${`hand casters-hand ${resting ? 'resting' : ''}`} aria-label=${t('hand')}>
    ${others.length ? html`<div class="tray" role="group" aria-label=${t(`c_from_${others[0].kind}`)}><h2>${t(`c_from_${others[0].kind}`)}</h2>${others.map(a => html`<${HandCard} key=${a.id} id=${a.card} owner=${seat} lit=${true} dim=${false} chosen=${staged.value?.id === a.id} onClick=${() => stage(a)} />`)}</div>` : null}
    ${hand.length ? null : html`<p class="quiet">${t('hand_empty')}</p>`}
    ${hand.map((id, place) => {
      const action = legal.value.find(a => a.card === id && (a.kind === 'play' || a.kind === 'hand'))
      const order = picks.value.indexOf(place) + 1
      const chosen = gathering.value ? order > 0 : Boolean(action && staged.value?.id === action.id && !raised.has(id))
      if (chosen) raised.add(id)
      return html`<${HandCard} key=${`${id}${place}`} id=${id} owner=${seat} lit=${Boolean(action)} dim=${deciding && !action} chosen=${chosen} order=${order}
        onClick=${() => (!action ? refuse(id) : gathering.value ? togglePick(place) : stage(action))} />`
    })}
  </section>`
}

// ---- what now --------------------------------------------------------------------------------------------------
const Prompt = () => {
  const now = shown.value
  const book = pool.value
  const message = state.value
  if (!now || !book || !message) return null
  const rolling = film.value
  const mine = legal.value.length > 0
  const passing = legal.value.find(a => a.kind === 'done' || a.kind === 'refill')
  const step = staged.value
  const last = [...log.value].reverse().find(e => e.level === 0) ?? log.value[log.value.length - 1]
  return html`<header class=${`prompt ${mine && !busy.value ? 'mine' : ''}`}>
    <h1 class="hidden">${book.title}</h1><div class="rail"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><span class="round">${now.round ? t('round_short', { round: now.round }) : book.phases.opening}</span>
      <ol aria-label=${t('phases')}>${PHASES.casters.map(phase => html`<li key=${phase} class=${phase === now.phase ? 'now' : ''} aria-current=${phase === now.phase ? 'step' : undefined}>${t(`c_phase_${phase}`)}</li>`)}</ol>
      <button class="icon-button" onClick=${() => { sheet.value = { kind: 'help' } }} aria-label=${t('help')} title=${t('help')}>?</button></div>
    <div class="ask">
      <p class="what" role="status">${connection.value !== 'open' ? html`<span class="warn">${t('reconnecting')}</span>`
        : rolling ? html`<span class="telling">${rolling.text}</span>` : html`${now.to_move ? html`<${Badge} power=${now.to_move} />` : null}<span>${message.prompt || t('over')}</span>`}</p>
      ${gathering.value ? html`<p class="last">${t('c_gather_hint')}</p>` : !rolling && last ? html`<p class="last">${last.text}</p>` : null}
    </div>
    <div class="buttons">
      ${now.seat ? html`<${Undo} />` : html`<span class="watching-mark"><${Icon} name="eye" /> ${t('watching')}</span>`}<${HintButton} />
      ${mine && passing ? html`<button class="pass" onClick=${tryPass}>${passing.kind === 'refill' ? t('c_refill') : describeCaster(passing, book, now)}</button>` : null}
      ${mine ? html`<button class="confirm" disabled=${!step || busy.value} onClick=${confirm}>${step ? (busy.value ? t('saving') : describeCaster(step, book, now, picks.value.length)) : t(legal.value.some(a => a.kind === 'stack' || a.kind === 'player') ? 'confirm_one' : 'c_confirm_hint')}</button>`
        : now.outcome && !rolling ? html`<${Rematch} /><button class="confirm" onClick=${() => { sheet.value = { kind: 'outcome' } }}>${t('c_result')}</button>`
        : html`<${WhileBotsPlay}><${Speed} /><button class="skip" onClick=${skip}>${t('skip')} <${Icon} name="arrow" /></button><//>`}
    </div><${Band} />
  </header>`
}

const Choices = () => {
  const now = shown.value
  const book = pool.value
  if (!now || !book) return null
  if (!legal.value.length) return html`<p class="quiet">${film.value?.text || state.value?.prompt || t('choices_none')}</p>${now.outcome ? null : html`<${Options} />`}`
  const step = staged.value
  return html`${step ? html`<p class="picks"><span>${describeCaster(step, book, now, picks.value.length)}</span><button onClick=${clear}>${t('cancel')} <kbd>Esc</kbd></button></p>` : null}
    <${PickText} text=${book.cards[step?.card ?? '']?.text} />${hint.value ? html`<${Later} name="hint" />` : null}<${ChoiceList} items=${choices.value} numbered=${true} /><${Options} />`
}

// ---- sheets ----------------------------------------------------------------------------------------------------
/** @param {{ id: string }} props */
const Card = ({ id }) => {
  const book = pool.value
  const now = shown.value
  const card = book?.cards[id]
  if (!book || !now || !card) return null
  const here = now.stack.filter(entry => entry.card === id)
  return html`<div class="card caster still big"><${CasterFace} id=${id} /></div>
    <p class="small"><b>${book.types[card.type].name}</b> ${book.types[card.type].text}</p>
    ${card.words.map(word => html`<p key=${word} class="small">${book.words[word]}</p>`)}
    ${here.map(entry => html`<p key=${entry.position}><${Badge} power=${entry.player} /> ${t('c_lies_at', { player: book.players[entry.player], position: entry.position })}${entry.strength === null ? '' : `, ${t('c_strength')} ${entry.strength}`}
      ${entry.strength !== entry.printed ? html`<span class="quiet"> (${t('c_printed', { printed: entry.printed })})</span>` : null}${entry.was ? html`<span class="quiet"> (${t('c_copied', { card: cardName(book, entry.was) })})</span>` : null}</p>`)}`
}

/** @param {{ seat: string }} props */
const Pit = ({ seat }) => {
  const pit = shown.value?.players[seat].pit ?? []
  const actions = seat === shown.value?.seat ? ofKind('pit') : []
  return html`<p class="quiet small">${pit.length ? t('c_pit_order') : t('c_pit_empty')}</p><div class="face-grid">${[...pit].reverse().map((id, i) => {
    const action = actions.find(a => a.card === id)
    return html`<button key=${pit.length - i} class=${`card caster ${seat} ${action ? 'lit' : ''} ${action && staged.value?.id === action.id ? 'chosen' : ''}`} onClick=${() => (action ? stage(action) : read(id))}><${CasterFace} id=${id} /></button>`
  })}</div>`
}

/** @param {{ seat: string }} props */
const Deck = ({ seat }) => {
  const book = pool.value
  const player = shown.value?.players[seat]
  if (!book || !player) return null
  const whole = Object.entries(player.deck_list)
  return html`<p>${t('c_cards_in_deck')} <b>${player.deck}</b></p>
    ${player.deck_known.length ? html`<h3>${t('c_known_title')}</h3><p class="quiet small">${t('c_known_hint')}</p>
      <ol class="plain known-list">${player.deck_known.map(({ from_bottom, card }) => html`<li key=${from_bottom}><span class="from-bottom">${from_bottom}</span><button class="link" onClick=${() => read(card)}>${cardName(book, card)}</button></li>`)}</ol>` : null}
    ${whole.length ? html`<h3>${t('c_deck_list')}</h3><ul class="plain deck-list">${whole.map(([card, n]) => html`<li key=${card}>${n} <${TypeMark} type=${book.cards[card].type} /> <button class="link" onClick=${() => read(card)}>${cardName(book, card)}</button></li>`)}</ul>` : null}`
}

const KEYS = [['↑ ↓', 'c_key_arrows'], ['Enter', 'c_key_enter'], ['1 – 9', 'key_digits'], ['U', 'key_u'], ['P', 'c_key_p'], ['S', 'key_s'], ['L', 'key_l'], ['/', 'key_type'], ['Esc', 'key_esc'], ['?', 'key_help']]

export const Sheet = () => {
  const open = sheet.value
  const book = pool.value
  if (!open || !book) return null
  const id = open.id ?? ''
  const titles = /** @type {Record<string, string>} */ ({
    card: cardName(book, id), pit: t('c_pit_of', { player: book.players[id] }), deck: t('c_deck_of_player', { player: book.players[id] }), help: t('help_title'), outcome: t('c_result'),
  })
  return html`<${Frame} kind=${open.kind} id=${id} badge=${open.kind === 'pit' || open.kind === 'deck' ? id : ''} title=${titles[open.kind]}>
    ${open.kind === 'card' ? html`<${Card} id=${id} />` : open.kind === 'pit' ? html`<${Pit} seat=${id} />` : open.kind === 'deck' ? html`<${Deck} seat=${id} />`
      : open.kind === 'help' ? html`<${Help} paragraphs=${['c_help_1', 'c_help_2', 'c_help_3', 'c_help_4']} keys=${KEYS} />` : html`<${Later} name="result" />`}</${Frame}>`
}

export const CastersTable = () => {
  const now = shown.value
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  // In a stack that has grown, the card that it is about is brought into sight.
  useEffect(() => place.current?.querySelector('.place.now, .on-stack.actor, .on-stack.target')?.scrollIntoView({ block: 'nearest' }), [film.value, state.value])
  if (!now || !state.value) return null
  return html`<div class=${`table casters-table ${now.seat ? 'playing' : 'watching'} ${casters.value?.outcome ? 'over' : ''} ${film.value ? 'rolling' : ''}`} data-version=${state.value.version}>
    <${Prompt} /><main class="middle" ref=${place}><${Corner} seat=${otherOf(me.value)} /><${Stack} /><${Corner} seat=${me.value} /></main><${Hand} /><aside class="side" aria-label=${t('c_side')}><${Tabs} choices=${Choices} /></aside><${Sheet} /><${Speaker} /></div>`
}
