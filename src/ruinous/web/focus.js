// @ts-check
/** Where the keyboard is: links that skip ahead, and a focus that is not lost when what had it goes. */
import { effect, html } from './vendor/vendor.js'
import { route, sheet, staged, tab } from './store.js'
import { t } from './strings.js'

/** Parts of the page in which the focus stays although their contents change; from the buttons on top it goes on to the choices.
 * @type {[string, string][]} */
const PLACES = [['.sheet', '.sheet'], ['.command', '.command'], ['.choices', '.choices'], ['.hand', '.hand'], ['.stack', '.stack'], ['.guide', '.guide'], ['.prompt', '.choices'], ['.tab-body', '.tab-body']]
const FOCUSABLE = 'button:not(:disabled), a[href], input, select, textarea, summary, [tabindex="0"]'
/** Where the focus belongs once it is lost: it waits for the place if that is gone for a while. */
let last = ''
/** What had the focus before a sheet was opened. @type {Element | null} */
let opener = null

/** Puts the focus on the first thing in a place that can have it. @param {string} place */
const enter = place => {
  const found = document.querySelector(place)
  const first = /** @type {HTMLElement | null | undefined} */ (found?.matches(FOCUSABLE) ? found : found?.querySelector(FOCUSABLE))
  first?.focus({ preventScroll: true })
  return Boolean(first)
}

/** What had the focus is gone: the focus goes to what opened the sheet, or to the place where it was. */
const mend = () => {
  if (!keys || (document.activeElement && document.activeElement !== document.body)) return
  const back = opener
  opener = null
  if (back?.isConnected && !document.querySelector('.sheet')) /** @type {HTMLElement} */ (back).focus({ preventScroll: true })
  else if (last) enter(last)
}

/** Whether the visitor is using keys: with a mouse or a thumb the focus may be nowhere. */
let keys = false

/** Watches the focus from now on. */
export const keepFocus = () => {
  addEventListener('keydown', () => { keys = true }, true)
  addEventListener('pointerdown', () => { keys = false }, true)
  addEventListener('focusin', event => {
    const target = /** @type {Element} */ (event.target)
    if (target.closest('.sheet')) {
      const came = /** @type {Element | null} */ (/** @type {FocusEvent} */ (event).relatedTarget)
      if (came && !came.closest('.sheet')) opener = came
    }
    last = keys ? PLACES.find(([place]) => target.closest(place))?.[1] ?? '' : ''
  })
  addEventListener('hashchange', () => { last = '' })
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true })
  // A choice made by its number has the focus if any choice had it: Enter confirms what is chosen.
  effect(() => {
    if (staged.value) requestAnimationFrame(() => { if (keys && document.activeElement?.closest('.choices')) enter('.choices .chosen') })
  })
}

/** Opens the choices and puts the focus there, on the line where a decision is typed if that is wanted. @param {boolean} typing */
export const toChoices = typing => {
  tab.value = 'choices'
  if (sheet.value) sheet.value = null
  requestAnimationFrame(() => enter(typing ? '.command input' : '.choices') || enter('.tab-body'))
}

/** The first link of every screen: it leads past what is the same everywhere. */
export const Skip = () => html`<button class="skip-link" onClick=${() => {
  if (route.value.page === 'table' && document.querySelector('.tabs')) return toChoices(false)
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus()
}}>${t(route.value.page === 'table' ? 'skip_to_choices' : 'skip_to_main')}</button>`

/** Tells the style sheet how far down the prompt reaches: on a phone a sheet leaves it free, for its button confirms what is chosen there. */
export const besidePrompt = () => {
  const head = document.querySelector('.prompt')
  if (!head) return
  const measure = () => document.documentElement.style.setProperty('--prompt', `${Math.max(0, head.getBoundingClientRect().bottom)}px`)
  const watch = new ResizeObserver(measure)
  // What stands above the prompt comes and goes, and scrolls away.
  for (const part of [head, document.body]) watch.observe(part)
  addEventListener('scroll', measure, { passive: true })
  return () => {
    watch.disconnect()
    removeEventListener('scroll', measure)
  }
}
