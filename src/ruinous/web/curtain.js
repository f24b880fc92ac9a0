// @ts-check
/** Several people on one screen: between two of them nobody's cards are here, until the next one says so. */
import { html, useEffect, useRef } from './vendor/vendor.js'
import { lookAs } from './net.js'
import { casters, curtain, log, view } from './store.js'
import { Backdrop } from './home.js'
import { Badge } from './pieces.js'
import { seatName } from './seats.js'
import { t } from './strings.js'

export const Curtain = () => {
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  const seat = curtain.value
  const now = view.value
  // The button itself must be meant: an Enter of whoever played before does not open the curtain.
  useEffect(() => place.current?.focus(), [seat])
  if (!seat || !now) return null
  return html`<${Backdrop} /><main class=${`curtain ${seat}`}><section class="sheet-like" ref=${place} tabindex="-1"><${Badge} power=${seat} class="huge" /><h1>${t('curtain_title', { seat: seatName(seat) })}</h1>
    <p class="quiet">${casters.value && !now.round ? t('c_phase_opening') : t('round_short', { round: now.round })}</p><p>${t('curtain_text')}</p>
    <button class="confirm wide" onClick=${() => lookAs(seat)}>${t('curtain_open', { seat: seatName(seat) })}</button>
    <h2>${t('log')}</h2><ol class="log">${log.value.filter(e => e.kind !== 'die').slice(-8).map(e => html`<li key=${e.n} class=${`level-${e.level} ${e.power ?? e.player ?? ''}`}>${e.text}</li>`)}</ol>
    <p><a href="#/">${t('home')}</a></p></section></main>`
}
