// @ts-check
/** Who sits at the table: names, bots, clocks, and what people ask of each other. */
import { html, signal, useEffect, useState } from './vendor/vendor.js'
import { answerUndo, askHint, askUndo, order, say, stand, undo } from './net.js'
import { busy, casters, catalogue, film, hint, hinting, legal, pool, seating, state, view } from './store.js'
import { botName, powerName } from './describe.js'
import { Badge, Icon } from './pieces.js'
import { t } from './strings.js'

/** How long a person is away, whose turn it is, before the table may do something about it. */
const PATIENCE = 5 * 60_000

/** A seat by its name in the game. @param {string | null | undefined} seat */
export const seatName = seat => (!seat || !catalogue.value || !pool.value ? '' : casters.value ? pool.value.players[seat] : powerName(catalogue.value, seat))

/** A seat as people call it: Ana (Khorne). @param {string} seat */
const calledName = seat => {
  const name = seating.value?.seats[seat]?.name
  return name ? `${name} (${seatName(seat)})` : seatName(seat)
}

// ---- clocks
const now = signal(Date.now())
setInterval(() => { if (seating.value?.clock?.deadline) now.value = Date.now() }, 1000)

/** So many seconds in the two units that count. @param {number} seconds */
export const duration = seconds => {
  const all = Math.max(0, Math.round(seconds))
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0')
  const [days, hours, minutes] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60]
  return days ? t('days_hours', { days, hours }) : hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`
}

/** What is left to a seat: it runs here, second by second, and nobody announces it. @param {{ seat: string }} props */
export const Clock = ({ seat }) => {
  const clock = seating.value?.clock
  const { bank = null, bot = null } = seating.value?.seats[seat] ?? {}
  if (!clock || bank === null || bot) return null
  const running = clock.seat === seat && clock.deadline
  const left = running ? (Date.parse(clock.deadline ?? '') - now.value) / 1000 : bank
  return html`<span class=${`clock ${running ? 'running' : ''} ${left < 60 ? 'short' : ''}`} title=${t(running ? 'clock_running' : 'clock_bank')}>${duration(left)}</span>`
}

// ---- who
/** Who plays a seat, in a few words. @param {string} seat */
const playedBy = seat => {
  const info = seating.value?.seats[seat]
  if (!info) return ''
  const bot = info.bot ? botName(info.bot) : ''
  const name = seating.value?.mine.includes(seat) ? t('you') : info.person ? info.name ?? t('guest') : ''
  return name && bot ? t('stands_in', { bot, name }) : name || bot || t('seat_open')
}

/** Who plays a seat, and whether that person is here. @param {{ seat: string }} props */
export const Who = ({ seat }) => {
  const info = seating.value?.seats[seat]
  if (!info) return null
  const other = info.person && !seating.value?.mine.includes(seat)
  return html`<small class="who">${other ? html`<i class=${`here ${info.here ? 'yes' : 'no'}`} title=${t(info.here ? 'is_here' : 'is_away')}><span class="hidden">${t(info.here ? 'is_here' : 'is_away')}</span></i>` : null}${playedBy(seat)}</small><${Clock} seat=${seat} />`
}

/** Lets a bot play a seat, or gives it back. @param {string} seat @param {string | null} bot */
export const standIn = (seat, bot) => order('stand_in', { seat, bot })

// ---- buttons of the prompt
/** Whether the table would have to be asked, and may be. */
const asking = () => Boolean(state.value?.undo.ask && !state.value.undo.can && !seating.value?.request)

/** Whether nobody else is there who would have to agree. */
const alone = () => Object.entries(seating.value?.seats ?? {}).every(([seat, { person }]) => !person || seating.value?.mine.includes(seat))

/** Says why when it cannot; others are asked by the button alone, which says so. */
export const tryUndo = () => {
  const may = state.value?.undo
  if (may?.can) undo()
  else if (asking() && alone()) askUndo()
  else say(may?.why || t('confirm_none'))
}

/** Takes back the last step, or asks the table for it: what it would do, or why not, stands there beforehand. */
export const Undo = () => {
  const may = state.value?.undo
  if (!may || !view.value?.seat || view.value.outcome || film.value) return null
  const ask = asking()
  const why = ask && alone() ? t('undo_alone') : may.why
  return html`<button class=${`undo ${ask ? 'asking' : ''}`} aria-disabled=${!may.can && !ask} title=${why} onClick=${ask ? askUndo : tryUndo}><span>${t(ask && !alone() ? 'undo_ask' : 'undo')}</span>${why ? html`<small>${why}</small>` : null}</button>`
}

/** What the strongest bot would do: asked for, never of itself. */
export const HintButton = () => (legal.value.length ? html`<button class="hint-button" disabled=${busy.value || hinting.value || hint.value !== null} aria-busy=${hinting.value} onClick=${askHint} title=${t('hint_about')}><${Icon} name="lamp" /><span>${t(hinting.value ? 'hint_thinks' : 'hint')}</span></button>` : null)

/** How fast the bots go, while it is a bot that goes; and the way past what is being shown. @param {{ children: any }} props */
export const WhileBotsPlay = ({ children }) => {
  const next = view.value?.to_move
  return film.value || (next && seating.value?.seats[next]?.bot) ? children : null
}

/** Goes on with the same people, each one seat further. */
export const Rematch = () => {
  const table = seating.value
  if (!table?.mine.length || !view.value?.outcome) return null
  const go = () => order('rematch').then(made => { if (made) location.hash = `#/table/${made.table}` })
  return html`<button class="rematch" onClick=${go}>${t('rematch')}</button>`
}

// ---- what people ask of each other
/** Somebody asks to go back. */
const Request = () => {
  const table = seating.value
  const request = table?.request
  if (!table || !request) return null
  const asker = table.mine.includes(request.seat)
  const ours = request.missing.some(seat => table.mine.includes(seat))
  return html`<div class="band-line asks" role="status" aria-label=${t('undo_request')}><p><${Badge} power=${request.seat} /> ${asker ? t('undo_asked', { text: request.text }) : t('undo_asks', { name: calledName(request.seat), text: request.text })}
      ${request.missing.length ? html` <span class="quiet">${t('undo_missing', { names: request.missing.map(calledName).join(', ') })}</span>` : null}</p>
    ${ours ? html`<span class="row"><button class="confirm" onClick=${() => answerUndo(request.n, true)}>${t('agree')}</button><button onClick=${() => answerUndo(request.n, false)}>${t('refuse')}</button></span>`
      : asker ? html`<button onClick=${() => answerUndo(request.n, false)}>${t('undo_withdraw')}</button>` : null}</div>`
}

/** Somebody whose turn it is has been away for long. */
const Away = () => {
  const table = seating.value
  const seat = view.value?.to_move ?? ''
  const info = table?.seats[seat]
  const away = Boolean(table?.host && info?.person && !info.here && !info.bot && !table.mine.includes(seat))
  const [late, setLate] = useState('')
  useEffect(() => {
    if (!away) return
    const timer = setTimeout(() => setLate(seat), PATIENCE)
    return () => {
      clearTimeout(timer)
      setLate('')
    }
  }, [away, seat, state.value?.version])
  if (!away || late !== seat) return null
  return html`<div class="band-line"><p><${Badge} power=${seat} /> ${t('away_long', { name: calledName(seat) })}</p><button onClick=${() => standIn(seat, 'rules')}>${t('let_bot')}</button></div>`
}

/** A line under the prompt for everything that somebody should know or answer. */
export const Band = () => {
  const table = seating.value
  const now = view.value
  if (!table || !now) return null
  const replaced = now.outcome ? [] : table.mine.filter(seat => table.seats[seat].bot)
  const standing = table.standing.filter(seat => table.mine.includes(seat))
  return html`<div class="band"><${Request} /><${Away} />
    ${replaced.map(seat => html`<div class="band-line" key=${seat}><p><${Badge} power=${seat} /> ${t('bot_plays_for_you', { bot: botName(table.seats[seat].bot ?? ''), seat: seatName(seat) })}</p><button class="confirm" onClick=${() => standIn(seat, null)}>${t('take_back')}</button></div>`)}
    ${standing.map(seat => html`<div class="band-line" key=${`standing${seat}`}><p><${Badge} power=${seat} /> ${t('standing_on')}</p><button onClick=${() => stand(false)}>${t('standing_stop')}</button></div>`)}
    ${table.rematch ? html`<div class="band-line"><p>${t('rematch_ready')}</p><a class="button confirm" href=${`#/table/${table.rematch}`}>${t('rematch_go')}</a></div>` : null}</div>`
}

/** Passing whenever it is possible, until the phase ends or somebody meddles. */
export const Standing = () => {
  const now = view.value
  if (!now?.seat || casters.value || now.outcome) return null
  const on = Boolean(seating.value?.standing.includes(now.seat))
  return html`<label class="check standing"><input type="checkbox" checked=${on} onChange=${(/** @type {any} */ e) => stand(e.target.checked)} /> ${t('standing')}<small>${t('standing_about')}</small></label>`
}
