// @ts-check
/** A companion for games at a real table or in a forum: a position is entered by hand, the rules say what follows from it. */
import { batch, effect, html, signal, useEffect, useLayoutEffect, useRef, useState } from './vendor/vendor.js'
import { Ruled } from './cards.js'
import { api, say } from './net.js'
import { casters, catalogue, connection, forget, kept, pool, route, sheet, showStill, state, view } from './store.js'
import { Board } from './board.js'
import { describe, describeCaster, PHASES, phaseName, powerName } from './describe.js'
import { SEATS } from './home.js'
import { Panels, Track } from './panels.js'
import { Badge } from './pieces.js'
import { Frame, Overview } from './sheet.js'
import { blank, edit, off, openForm, past, piece, Pieces, place, position, PowerForm, put, RegionForm, StackForm, Stepper, takeBack, WorldForm } from './enter.js'
import { copyPicture, pixels, saveAs } from './picture.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').Action} Action */
/** @typedef {{ position: any, view: any, legal: Action[], prompt: string, events: any[], ledger: any[], pending: any, record: string }} Answer */

const KEPT = 'ruinous-companion'

/** What the rules say of the position as it stands. @type {import('./vendor/vendor.js').Signal<Answer | null>} */
const answer = signal(null)
/** Every reason why the position cannot be. @type {import('./vendor/vendor.js').Signal<string[]>} */
const reasons = signal([])
/** What came out of a phase that was played on. @type {import('./vendor/vendor.js').Signal<(Answer & { phase: string, dice: number[] }) | null>} */
const outcome = signal(null)
const tab = signal('enter')
/** Parts of the table of Chaos Casters, once they are here. @type {import('./vendor/vendor.js').Signal<any>} */
const stack = signal(null)

const isCasters = () => position.value.game === 'casters'
const phases = () => PHASES[isCasters() ? 'casters' : 'oldworld']

// ---- asking the rules
/** @param {Record<string, unknown>} order @returns {Promise<Answer>} */
const ask = order => api('companion', { seat: 'all', ...order })

let asked = 0
const check = async () => {
  const mine = asked += 1
  try {
    const found = await ask({ position: position.value })
    if (mine !== asked) return
    batch(() => {
      answer.value = found
      reasons.value = []
    })
  } catch (error) {
    if (mine === asked) reasons.value = /** @type {any} */ (error).told?.reasons ?? [/** @type {Error} */ (error).message]
  }
}

/** The screen is open, and the position is that of the visitor. */
const open = signal(false)
const here = () => open.value && route.value.page === 'companion'
effect(() => {
  void position.value
  if (!here()) return
  localStorage.setItem(KEPT, JSON.stringify(position.value))
  outcome.value = null
  const timer = setTimeout(check, 120)
  return () => clearTimeout(timer)
})
effect(() => { if (here() && answer.value) showStill(past.value.length, answer.value) })
// A click on a region puts the piece in hand there; with none in hand it opens the region.
effect(() => {
  const region = sheet.value?.kind === 'region' ? sheet.value.id : null
  if (!here() || !piece.value || !region) return
  sheet.value = null
  place(region)
})
effect(() => {
  if (here() && isCasters() && !stack.value) import('./stack.js').then(found => { stack.value = found })
})

/** Plays one legal action. @param {string} text */
const choose = async text => {
  try {
    put((await ask({ position: position.value, choose: [text] })).position)
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}

/** Plays a phase to its end, or to the first choice or die that is missing. @param {string} phase @param {number[]} dice */
const playOut = async (phase, dice) => {
  try {
    outcome.value = { ...await ask({ position: position.value, until: phase, dice }), phase, dice }
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}

// ---- coming and going
/** @param {any} found */
const take = found => {
  if (!found || typeof found !== 'object' || Array.isArray(found)) return say(t('k_no_position'))
  batch(() => {
    sheet.value = piece.value = null
    put({ game: 'players' in found || 'stack' in found || 'hands' in found ? 'casters' : 'oldworld', ...found })
  })
}

/** A position, or the last one of a record. @param {string} text */
const read = async text => {
  try {
    const first = text.trimStart().split('\n', 1)[0]
    if (/^\{.*"record"/.test(first)) {
      const { story } = await api('replay', { record: text, story: true })
      take((await api('replay', { record: text, at: [story.actions.length], position: true })).frames[0].position)
    } else take(JSON.parse(text))
  } catch (error) {
    say(error instanceof SyntaxError ? t('k_no_position') : /** @type {Error} */ (error).message)
  }
}

/** The beginning of a game, as its set-up leaves it. */
const setUp = async () => {
  const { game, powers } = position.value
  const seats = game === 'casters' ? SEATS : Object.keys(powers ?? blank(game).powers)
  const options = game === 'casters' ? {} : { players: seats }
  const line = JSON.stringify({ record: 1, game, rules: view.value ? /** @type {any} */ (view.value).rules : 1, options, seats, seed: Math.floor(Math.random() * 2 ** 52) })
  await read(`${line}\n`)
}

const name = () => `ruinous-${position.value.game}`
const savePosition = () => saveAs(new Blob([JSON.stringify(position.value, null, 1)], { type: 'application/json' }), `${name()}.json`)
/** The position with a seed of its own, from which its dice and cards will follow. */
const seeded = () => ({ ...position.value, seed: Math.floor(Math.random() * 2 ** 52) })
const saveRecord = async () => {
  try {
    const found = await ask({ position: seeded() })
    saveAs(new Blob([found.record], { type: 'application/jsonl' }), `${name()}.ruin`)
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}
/** Everybody but the one to move is played by bots; the table says that its dice can be foreseen. */
const playOn = async () => {
  try {
    const seat = answer.value?.view.to_move ?? answer.value?.pending?.seat ?? answer.value?.view.seats[0]
    const made = await api('tables', { game: position.value.game, seat, position: seeded() })
    location.hash = `#/table/${made.table}`
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}

const drawing = () => /** @type {SVGSVGElement | null} */ (document.querySelector(isCasters() ? '.stack-picture' : '.board'))
/** One line for each seat, to stand below the board. */
const captions = () => {
  const now = view.value
  const book = catalogue.value
  if (!now || !book || isCasters()) return []
  return [`${t('round_short', { round: now.round })}, ${phaseName(position.value.game, now.phase)}`, ...now.seats.map(seat => {
    const { vp, dial, dial_length: length, power, hand } = now.powers[seat]
    return `${powerName(book, seat)}: ${vp} ${t('vp')}, ${t('dial')} ${dial}/${length}, ${t('power_points')} ${power}, ${Array.isArray(hand) ? hand.length : hand} ${t('hand_size')}`
  })]
}
const savePicture = async () => {
  const svg = drawing()
  if (!svg) return
  try {
    saveAs(await pixels(svg, captions()), `${name()}.png`)
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}
const pastePicture = () => {
  const svg = drawing()
  if (svg) copyPicture(svg, captions())
}

// ---- what is said
const Reasons = () => (reasons.value.length ? html`<div class="reasons" role="alert"><p><b>${t('k_cannot_be')}</b></p><ul>${reasons.value.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul></div>` : null)

/** The stack as a drawing, for a picture to paste. */
const StackPicture = () => {
  const now = casters.value
  const book = pool.value
  if (!now || !book) return null
  const rows = Math.max(8, now.stack.length)
  const tall = 150 + rows * 46
  return html`<svg class="stack-picture" viewBox=${`0 0 640 ${tall}`} role="img" aria-label=${t('k_picture')}><rect class="desk" width="640" height=${tall} />
    <text class="pic-title" x="20" y="34">${`${t('round_short', { round: now.round })}, ${phaseName(position.value.game, now.phase)}`}</text>
    ${now.seats.map((seat, i) => {
      const { deck, pit, hand } = now.players[seat]
      return html`<g key=${seat} transform=${`translate(${20 + i * 310} 66)`}><svg x="0" y="-20" width="30" height="30" viewBox="0 0 24 24"><${Badge} power=${seat} /></svg><text class="pic-name" x="38" y="0">${book.players[seat]}</text>
        <text class="pic-facts" x="38" y="22">${`${t('c_deck')} ${deck} · ${t('c_hand_short')} ${Array.isArray(hand) ? hand.length : hand} · ${t('c_pit')} ${pit.length}${now.first === seat ? ` · ${t('c_first_short')}` : ''}`}</text></g>`
    })}
    ${Array.from({ length: rows }, (_, i) => {
      const entry = now.stack[rows - 1 - i]
      const y = 118 + i * 46
      const x = !entry ? 70 : entry.player === 'one' ? 110 : 60
      return html`<g key=${i}><text class="pic-number" x="32" y=${y + 26} text-anchor="middle">${rows - i}</text><rect class=${`pic-place ${entry ? `pic-card ${entry.player}` : ''}`} x=${x} y=${y} width=${entry ? 510 : 540} height="40" rx="6" />
        ${entry ? html`<svg x=${x + 8} y=${y + 8} width="24" height="24" viewBox="0 0 24 24"><${Badge} power=${entry.player} /></svg><text class="pic-card-name" x=${x + 44} y=${y + 26}>${book.cards[entry.card]?.name ?? entry.card}</text>
          <text class="pic-facts" x=${x + 452} y=${y + 26} text-anchor="end">${[entry.silenced ? t('c_silenced') : '', entry.resolved ? t('k_resolved') : ''].filter(Boolean).join(' · ')}</text>${entry.strength === null ? null : html`<text class="pic-strength" x=${x + 494} y=${y + 29} text-anchor="end">${entry.strength}</text>`}` : null}</g>`
    })}</svg>`
}

/** What may be done, and what comes of the phase. */
const Rules = () => {
  const [faces, setFaces] = useState('')
  const found = answer.value
  const book = catalogue.value
  const cards = pool.value
  const now = view.value
  if (!found || !book || !cards || !now || reasons.value.length) return null
  const { pending } = found
  const phase = position.value.phase ?? phases()[0]
  const dice = () => faces.split(/[^1-6]+/).join('').split('').map(Number)
  const label = (/** @type {Action} */ a) => (casters.value ? describeCaster(a, cards, casters.value) : describe(a, book, now))
  const ran = outcome.value
  return html`${pending?.kind === 'choice' ? html`<section><h2>${t('k_to_move')}</h2><p><${Badge} power=${pending.seat} /> ${found.prompt}</p>
      <ol class="choices">${found.legal.map(a => html`<li key=${a.id}><button class="choice" onClick=${() => choose(a.text)}><span>${label(a)}</span></button></li>`)}</ol></section>`
    : pending ? html`<section><h2>${t('k_chance')}</h2><p class="small">${t('k_chance_about')}</p></section>` : html`<section><h2>${phaseName(position.value.game, phase)}</h2><p class="small">${t('k_no_choice')}</p></section>`}
    <section class="play-out"><h2>${t('k_play_out')}</h2>
      ${isCasters() ? null : html`<label class="line-label"><span>${t('k_faces')}</span><input inputmode="numeric" placeholder="6 4 2" value=${faces} onInput=${(/** @type {any} */ e) => setFaces(e.target.value)} /></label>`}
      <button class="confirm wide" onClick=${() => playOut(phase, dice())}>${t('k_play_phase', { phase: phaseName(position.value.game, phase) })}</button></section>
    ${ran ? html`<section class="ran" aria-live="polite"><h2>${t('k_came_out', { phase: phaseName(position.value.game, ran.phase) })}</h2>
      ${ran.pending ? html`<p class="reasons">${ran.pending.kind === 'choice' ? `${t('k_stopped_choice')} ${ran.pending.text}` : t('k_stopped_die', { n: ran.dice.length + 1 })}</p>` : null}
      ${ran.ledger.length ? html`<table class="sums ledger-table"><caption class="hidden">${t('k_ledger')}</caption><tbody>${ran.ledger.map((entry, i) => html`<tr key=${i}><th scope="row"><${Badge} power=${entry.power ?? entry.player} /></th><td class="number">${entry.vp === undefined ? `−${entry.damage}` : `+${entry.vp}`}</td><td><${Ruled} text=${entry.text} /></td></tr>`)}</tbody></table>` : html`<p class="quiet">${t('k_no_points')}</p>`}
      <details><summary>${t('log')}</summary><ol class="log">${ran.events.filter(e => e.kind !== 'die').map(e => html`<li key=${e.n} class=${`level-${e.level} ${e.power ?? e.player ?? ''} event-${e.kind}`}><${Ruled} text=${e.text} rule=${e.rule} /></li>`)}</ol></details>
      <button onClick=${() => put(ran.position)}>${t('k_go_on')}</button></section>` : null}`
}

/** The position as text: to copy, to change, to bring another one. */
const Text = () => {
  const written = JSON.stringify(position.value, null, 1)
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null))
  useLayoutEffect(() => { if (box.current) box.current.value = written }, [written])
  return html`<p class="quiet small">${t('k_text_about')}</p><textarea class="position-text" ref=${box} spellcheck=${false} aria-label=${t('k_text')}></textarea>
    <p class="row"><button class="confirm" onClick=${() => read(box.current?.value ?? '')}>${t('k_read')}</button><button onClick=${async () => { await navigator.clipboard.writeText(written); say(t('d_copied')) }}>${t('d_copy')}</button>
      <label class="button"><span>${t('k_open')}</span><input type="file" accept=".json,.ruin,text/plain" class="hidden" onChange=${async (/** @type {any} */ e) => read(await e.target.files[0].text())} /></label><button onClick=${savePosition}>${t('k_save')}</button></p>`
}

const Head = () => {
  const at = position.value
  const menu = useRef(/** @type {HTMLDetailsElement | null} */ (null))
  const then = (/** @type {() => unknown} */ run) => () => {
    if (menu.current) menu.current.open = false
    run()
  }
  return html`<header class="prompt"><h1 class="hidden">${t('go_companion')}</h1>
    <div class="rail"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><select aria-label=${t('game')} value=${at.game} onChange=${(/** @type {any} */ e) => take(blank(e.target.value))}><option value="oldworld" selected=${!isCasters()}>${catalogue.value?.title}</option><option value="casters" selected=${isCasters()}>${pool.value?.title}</option></select></div>
    <div class="ask companion-when"><${Stepper} label=${t('k_round')} value=${at.round ?? 1} min=${isCasters() ? 0 : 1} max=${60} onChange=${(/** @type {number} */ n) => edit(draft => { draft.round = n })} />
      <label><span class="hidden">${t('phases')}</span><select aria-label=${t('phases')} value=${at.phase} onChange=${(/** @type {any} */ e) => edit(draft => { draft.phase = e.target.value })}>${phases().map(phase => html`<option key=${phase} value=${phase} selected=${phase === at.phase}>${phaseName(position.value.game, phase)}</option>`)}</select></label>
      ${isCasters() ? html`<label><span class="hidden">${t('c_first')}</span><select aria-label=${t('c_first')} value=${at.first ?? 'one'} onChange=${(/** @type {any} */ e) => edit(draft => { draft.first = e.target.value })}>${['one', 'two'].map(seat => html`<option key=${seat} value=${seat} selected=${seat === (at.first ?? 'one')}>${t('k_first', { player: pool.value?.players[seat] })}</option>`)}</select></label>` : null}</div>
    <div class="buttons"><button disabled=${!past.value.length} onClick=${takeBack}>${t('undo')}</button><button class="confirm" onClick=${saveRecord} disabled=${reasons.value.length > 0}>${t('k_record')}</button>
      <details class="menu" ref=${menu}><summary aria-label=${t('more')} title=${t('more')}>⋯</summary><div><button onClick=${then(playOn)}>${t('k_play_on')}</button><button onClick=${then(savePicture)}>${t('k_picture_save')}</button><button onClick=${then(pastePicture)}>${t('k_picture_copy')}</button>
        <button onClick=${then(setUp)}>${t('k_set_up')}</button><button onClick=${then(() => take(blank(at.game)))}>${t('k_blank')}</button><button onClick=${then(savePosition)}>${t('k_save')}</button></div></details></div></header>`
}

const Side = () => {
  const names = ['enter', 'sums', 'rules', 'text']
  return html`<section class="tabs"><div class="tab-bar"><div role="tablist">${names.map(one => html`<button key=${one} role="tab" aria-selected=${tab.value === one} class=${tab.value === one ? 'now' : ''} onClick=${() => { tab.value = one }}>${t(one === 'enter' && isCasters() ? 'k_tab_stack' : one === 'sums' && isCasters() ? 'k_picture' : `k_tab_${one}`)}</button>`)}</div>
    ${isCasters() ? null : html`<button onClick=${() => { sheet.value = { kind: 'old_world' } }}>${t('tab_world')}</button>`}</div>
    <div class="tab-body" role="tabpanel"><${Reasons} />${tab.value === 'enter' ? (isCasters() ? html`<${StackForm} />` : html`<${Pieces} />`) : tab.value === 'sums' ? (isCasters() ? html`<${StackPicture} />` : html`<${Overview} onOpen=${() => { piece.value = null }} />`) : tab.value === 'rules' ? html`<${Rules} />` : html`<${Text} />`}</div></section>`
}

const Form = () => {
  const form = openForm()
  if (!form || isCasters()) return null
  return html`<${Frame} kind=${form.kind} id=${form.id} badge=${form.badge} title=${form.title}><${Reasons} />${form.kind === 'region' ? html`<${RegionForm} id=${form.id} />` : form.kind === 'power' ? html`<${PowerForm} id=${form.id} />` : html`<${WorldForm} />`}</${Frame}>`
}

/** @param {KeyboardEvent} event */
const onKey = event => {
  const target = /** @type {HTMLElement} */ (event.target)
  if (!here() || target.closest?.('input, select, textarea')) return
  if (event.key === 'Escape') {
    if (piece.value) piece.value = null
    else sheet.value = null
  } else if (event.key === 'u' && !event.ctrlKey && !event.metaKey) takeBack()
}

export const Companion = () => {
  useEffect(() => {
    const brought = kept('ruinous-position', null, sessionStorage)
    sessionStorage.removeItem('ruinous-position')
    batch(() => {
      forget()
      connection.value = 'open'
      answer.value = outcome.value = null
      off.value = false
      position.value = brought ?? kept(KEPT, blank('oldworld'))
      open.value = true
    })
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      open.value = false
      piece.value = null
      forget()
    }
  }, [])
  const Parts = stack.value
  const two = isCasters()
  const same = state.value && /** @type {any} */ (state.value.view).game === position.value.game
  return html`<div class=${`table companion watching ${two ? 'casters-table' : ''} ${piece.value ? 'holding' : ''} ${reasons.value.length ? 'impossible' : ''}`} data-known=${past.value.length}><${Head} />
    ${two ? html`<main class="middle">${same && Parts ? html`<${Parts.Corner} seat="two" /><${Parts.Stack} /><${Parts.Corner} seat="one" />` : null}</main>` : html`<main class="middle">${same ? html`<${Track} /><${Board} />` : html`<p class="quiet loading">${t('loading')}</p>`}</main>`}
    <aside class="side" aria-label=${t('go_companion')}>${two || !same ? null : html`<${Panels} />`}<${Side} /></aside>
    ${two && Parts && sheet.value && same ? html`<${Parts.Sheet} />` : html`<${Form} />`}</div>`
}
