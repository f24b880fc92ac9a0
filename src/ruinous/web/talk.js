// @ts-check
/** Beside the board: who sits here and what they say, one's own notes, what happened since, what a bot would do. */
import { html, useEffect, useRef, useState } from './vendor/vendor.js'
import { keepNote, lookAs, readChat, talk } from './net.js'
import { casters, catalogue, chat, clear, draft, hint, legal, log, mineFrom, note, person, picked, pool, seating, sheet, spot, tab, view } from './store.js'
import { describe, describeCaster } from './describe.js'
import { Badge } from './pieces.js'
import { seatName, standIn, Who } from './seats.js'
import { dated, t } from './strings.js'

/** @param {string} stamp */
const clockTime = stamp => dated(new Date(stamp), { weekday: 'short', hour: '2-digit', minute: '2-digit' })

/** A seat with what can be done about it. @param {{ seat: string }} props */
const SeatRow = ({ seat }) => {
  const table = seating.value
  const info = table?.seats[seat]
  if (!table || !info) return null
  const own = table.mine.includes(seat)
  const away = table.host && info.person && !own && !info.here && !info.bot && view.value?.to_move === seat
  const done = table.stage !== 'playing'
  const looking = view.value?.seat === seat
  return html`<li class="person-row"><${Badge} power=${seat} /><b>${seatName(seat)}</b><${Who} seat=${seat} />
    ${own && table.mine.length > 1 ? html`<button onClick=${() => lookAs(looking ? null : seat)}>${looking ? t('curtain_close') : t('curtain_open', { seat: seatName(seat) })}</button>` : null}
    ${done ? null : own ? (info.bot ? html`<button class="confirm" onClick=${() => standIn(seat, null)}>${t('take_back')}</button>` : html`<button onClick=${() => standIn(seat, 'rules')}>${t('bot_for_me')}</button>`)
      : away ? html`<button onClick=${() => standIn(seat, 'rules')}>${t('let_bot')}</button>` : null}</li>`
}

/** A line to say. */
const Say = () => {
  const send = (/** @type {Event} */ event) => {
    event.preventDefault()
    if (draft.value.trim()) talk(draft.value.trim())
    draft.value = ''
  }
  return html`<form class="say" onSubmit=${send}><input aria-label=${t('chat_say')} placeholder=${t('chat_say')} maxlength="500" value=${draft.value} onInput=${(/** @type {any} */ e) => { draft.value = e.target.value }} /><button type="submit">${t('chat_send')}</button></form>`
}

/** A line of the chat: drawn once, however many come after it. @param {{ line: import('./types.d.ts').ChatLine }} props */
const Said = ({ line }) => html`<li class=${line.seat ?? ''}><b>${line.seat ? html`<${Badge} power=${line.seat} title=${seatName(line.seat)} /> ` : null}${line.name ?? (line.seat ? seatName(line.seat) : t('guest'))}</b> <time>${clockTime(line.at)}</time><span>${line.text}</span></li>`

/** What has been said, and a line to say something. */
export const Chat = () => {
  const lines = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => {
    readChat()
    if (lines.current) lines.current.scrollTop = lines.current.scrollHeight
  }, [chat.value])
  const talks = seating.value?.mine.length || person.value?.name
  return html`<ol class="chat" ref=${lines} aria-live="polite" aria-label=${t('chat')}>${chat.value.length ? null : html`<li class="quiet">${t('chat_none')}</li>`}
      ${chat.value.map(line => html`<${Said} key=${line.n} line=${line} />`)}</ol>
    ${talks ? html`<${Say} />` : html`<p class="quiet small">${t('chat_needs_name')} <a href="#/you">${t('you_title')}</a></p>`}`
}

export const People = () => html`<ul class="people">${view.value?.seats.map(seat => html`<${SeatRow} key=${seat} seat=${seat} />`)}</ul><${Chat} />`

/** Private notes, kept as one types. */
export const Notes = () => {
  const timer = useRef(0)
  const write = (/** @type {any} */ event) => {
    const { value } = event.target
    note.value = value
    clearTimeout(timer.current)
    timer.current = setTimeout(keepNote, 700, value)
  }
  const keep = () => {
    clearTimeout(timer.current)
    keepNote(note.value)
  }
  return html`<label class="notes"><span class="quiet small">${t('notes_about')}</span><textarea maxlength="4000" value=${note.value} onInput=${write} onBlur=${keep}></textarea></label>`
}

/** Entries of the log since one's own last step: passes in a row are one. */
const entries = () => {
  /** @type {{ n: number, text: string, level: number, region?: string, card?: string, owner?: string }[]} */
  const found = []
  /** @type {string[]} */
  let passed = []
  for (const e of log.value) {
    if (e.n < mineFrom.value || e.kind === 'die') continue
    if (e.kind === 'passed') {
      passed.push(seatName(e.power ?? e.player))
      const text = t('since_passed', { names: passed.join(', ') })
      if (passed.length > 1) found[found.length - 1].text = text
      else found.push({ n: e.n, text, level: 0 })
      continue
    }
    passed = []
    found.push({ n: e.n, text: e.text, level: e.level, region: e.region ?? undefined, card: e.card ?? undefined, owner: e.power ?? e.player })
  }
  return found
}

/** Everything since one's own last step, to be gone through one by one: what it is about lights up on the board. */
export const Since = () => {
  const [at, setAt] = useState(0)
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const found = entries()
  const here = Math.min(at, found.length - 1)
  useEffect(() => {
    spot.value = { region: found[here]?.region, card: found[here]?.card }
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    return () => { spot.value = {} }
  }, [here, found.length])
  return html`<div class="since-head"><h3>${t('catch_up')}</h3><span class="row"><button disabled=${here <= 0} onClick=${() => setAt(here - 1)} aria-label=${t('since_before')}>‹</button><span>${found.length ? here + 1 : 0} / ${found.length}</span>
      <button disabled=${here >= found.length - 1} onClick=${() => setAt(here + 1)} aria-label=${t('since_next')}>›</button><button onClick=${() => { tab.value = 'log' }}>${t('tab_log')}</button></span></div>
    ${found.length ? null : html`<p class="quiet">${t('since_nothing')}</p>`}
    <ol class="log since-list" ref=${list}>${found.map((entry, i) => html`<li key=${entry.n} class=${`level-${entry.level} ${entry.owner ?? ''}`} aria-current=${i === here ? 'step' : undefined}><button class="link" onClick=${() => setAt(i)}>${entry.text}</button></li>`)}</ol>`
}

/** What the strongest bot would do, with its reasons; one click makes it the choice. */
export const Hint = () => {
  const found = hint.value
  const book = catalogue.value
  const now = view.value
  if (!found || !book || !now || !pool.value) return null
  const words = (/** @type {number} */ id, /** @type {string} */ text) => {
    const action = legal.value.find(a => a.id === id)
    return !action ? text : casters.value && pool.value ? describeCaster(action, pool.value, casters.value) : describe(action, book, now)
  }
  const take = (/** @type {number} */ id) => {
    const action = legal.value.find(a => a.id === id) ?? null
    clear()
    picked.value = action
    sheet.value = null
  }
  return html`<section class="hint" aria-label=${t('hint')}><div class="hint-head"><h3>${t('hint_title')}</h3><button onClick=${() => { hint.value = null }} aria-label=${t('close')}>×</button></div>
    <ol>${found.options.slice(0, 3).map((option, i) => html`<li key=${option.action}><button class=${`choice ${i ? '' : 'hinted'} ${picked.value?.id === option.action ? 'chosen' : ''}`} onClick=${() => take(option.action)}><span>${words(option.action, option.text)}</span><small>${t('hint_value', { share: Math.round(100 * option.value) })}</small></button>
      ${option.reasons.length ? html`<ul>${option.reasons.map((reason, k) => html`<li key=${k}>${reason}</li>`)}</ul>` : null}</li>`)}</ol></section>`
}
