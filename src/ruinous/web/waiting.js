// @ts-check
/** A table that has not begun: who sits where, how others come here, and the host's hand on it. */
import { html, useState } from './vendor/vendor.js'
import { api, changePerson, openTable, order, say, tableId } from './net.js'
import { casters, catalogue, invitation, person, pool, seating, view } from './store.js'
import { Backdrop, BotSelect, offered, PageHead, useAnswer } from './home.js'
import { botName } from './describe.js'
import { Badge } from './pieces.js'
import { seatName } from './seats.js'
import { Chat } from './talk.js'
import { t } from './strings.js'

/** The visitor's name, where somebody else is going to see it and there is none yet. @param {{ name: string, onName: (name: string) => void }} props */
export const NameField = ({ name, onName }) => (person.value?.name ? null
  : html`<label class="field"><span>${t('your_name')}</span><input value=${name} maxlength="30" autocomplete="nickname" onInput=${(/** @type {any} */ e) => onName(e.target.value)} /></label>`)

/** Gives the visitor the name that was typed, if one was. @param {string} name */
export const takeName = async name => { if (name.trim() && !person.value?.name) await changePerson({ name: name.trim() }) }

/** Copies a text; where the browser does not let a page do that, it can be selected. @param {string} text */
export const copy = text => (navigator.clipboard ? navigator.clipboard.writeText(text).then(() => say(t('copied')), () => say(t('copy_by_hand'))) : say(t('copy_by_hand')))

/** A link with its picture for a telephone's camera. @param {{ link: string, svg?: string }} props */
export const Link = ({ link, svg }) => {
  const whole = new URL(link, document.baseURI).href
  return html`<div class="link-box"><input readonly aria-label=${t('link')} value=${whole} onFocus=${(/** @type {any} */ e) => e.target.select()} /><button onClick=${() => copy(whole)}>${t('copy')}</button>
    ${svg ? html`<img class="qr" alt=${t('qr')} src=${`data:image/svg+xml,${encodeURIComponent(svg)}`} />` : null}</div>`
}

/** How others come to this table. */
const Invite = () => {
  const found = useAnswer(`tables/${tableId()}/invite`)
  return html`<section class="sheet-like"><h2>${t('invite')}</h2><p class="quiet small">${t(seating.value?.private ? 'invite_private' : 'invite_lobby')}</p>${found ? html`<${Link} link=${found.invite} svg=${found.svg} />` : null}</section>`
}

/** Whether the visitor may sit down here: anybody at a table of the lobby, elsewhere those who have its code. */
const welcome = () => !seating.value?.private || invitation.value.table === tableId()

/** A seat: who has it, and what one may do about it. @param {{ seat: string, bots: string[], name: string, onName: (name: string) => void }} props */
const SeatRow = ({ seat, bots, name, onName }) => {
  const table = seating.value
  const info = table?.seats[seat]
  if (!table || !info) return null
  const own = table.mine.includes(seat)
  const sit = async () => {
    try {
      await takeName(name)
      await api(`tables/${tableId()}/join`, { seat, code: invitation.value.table === tableId() ? invitation.value.code : null })
      openTable(tableId())
    } catch (error) {
      say(/** @type {Error} */ (error).message)
    }
  }
  const who = own ? t('you') : info.person ? info.name ?? t('guest') : info.bot ? botName(info.bot) : t('seat_open')
  return html`<li class=${`seat-line ${seat} ${info.open ? 'open' : ''} ${own ? 'own' : ''}`}><${Badge} power=${seat} /><span><b>${seatName(seat)}</b><small>${info.person && !own ? html`<i class=${`here ${info.here ? 'yes' : 'no'}`}></i>` : null}${who}</small></span>
    ${info.open && !table.mine.length && welcome() ? html`<button class="confirm" onClick=${sit}>${t('sit_here')}</button>` : null}
    ${table.host && info.open ? html`<${BotSelect} label=${t('bot_for_seat', { seat: seatName(seat) })} bots=${bots} value="" none=${t('seat_bot')} onPick=${(/** @type {string} */ bot) => order('seat', { seat, bot })} />` : null}
    ${table.host && !info.open && !own ? html`<button onClick=${() => order('seat', { seat, bot: null })}>${t(info.person ? 'send_away' : 'seat_free')}</button>` : null}</li>`
}

export const Waiting = () => {
  const table = seating.value
  const now = view.value
  const [name, setName] = useState('')
  const games = useAnswer('games')
  if (!table || !now) return null
  const open = now.seats.filter(seat => table.seats[seat].open).length
  const leave = () => order('leave').then(left => { if (left) location.hash = '#/' })
  return html`<${Backdrop} /><main class="home-page waiting"><${PageHead} name=${casters.value ? pool.value?.title : catalogue.value?.title} />
    <div class="home-columns"><section class="sheet-like"><h2>${t('waiting_title')}</h2><p role="status">${t(open ? 'waiting_open' : 'waiting_full', { n: open })}</p>
      <p class="quiet small">${table.clock ? t(`clock_${table.clock.pace}`) : t('clock_none')}</p>
      ${table.mine.length ? null : !welcome() ? html`<p>${t('needs_invitation')}</p>` : html`<${NameField} name=${name} onName=${setName} />`}
      <ul class="seat-lines">${now.seats.map(seat => html`<${SeatRow} key=${seat} seat=${seat} bots=${games ? offered(games, now.game).bots : []} name=${name} onName=${setName} />`)}</ul>
      ${table.host ? html`<button class="confirm wide" onClick=${() => order('start')}>${t('start')}</button>${open ? html`<p class="quiet small">${t('start_fills')}</p>` : null}`
        : table.mine.length ? html`<p class="quiet">${t('waiting_host')}</p>` : null}
      ${table.mine.length ? html`<p><button onClick=${leave}>${t('leave')}</button></p>` : null}</section>
    <div class="home-side">${table.mine.length || table.host ? html`<${Invite} />` : null}
      ${table.mine.length ? html`<section class="sheet-like"><h2>${t('chat')}</h2><${Chat} /></section>` : null}</div></div></main>`
}
