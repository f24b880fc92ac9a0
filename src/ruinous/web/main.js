// @ts-check
/** Starts the page: which screen, keys, settings that act by themselves. */
import { batch, effect, html, render, signal } from './vendor/vendor.js'
import { act, api, closeTable, openTable, skip } from './net.js'
import { busy, casters, catalogue, choices, choose, clear, connection, leaf, picked, picks, pool, route, settings, sheet, staged, state, tab, toast, what, where } from './store.js'
import { Board } from './board.js'
import { Hand } from './cards.js'
import { Home } from './home.js'
import { Panels, Speaker, Tabs, Track } from './panels.js'
import { confirm, PAGE, Prompt, tryPass, tryUndo } from './prompt.js'
import { Sheet } from './sheet.js'
import { takeNames, t } from './strings.js'

/** Screens that are fetched when they are wanted, by the first word of their address. @type {Record<string, () => Promise<any>>} */
const SCREENS = {
  decks: () => import('./decks.js').then(found => found.Decks),
}
/** Parts of a table that are fetched when they are wanted. @type {Record<string, () => Promise<any>>} */
const PARTS = {
  casters: () => import('./stack.js').then(found => found.CastersTable),
}
/** @type {import('./vendor/vendor.js').Signal<Record<string, any>>} */
const fetched = signal({})
/** @type {Record<string, Promise<void>>} */
const asked = {}

/** @param {{ name: string }} props */
const Later = ({ name }) => {
  const Screen = fetched.value[name]
  if (Screen) return html`<${Screen} />`
  asked[name] ??= (SCREENS[name] ?? PARTS[name])().then(found => { fetched.value = { ...fetched.value, [name]: found } }, () => { toast.value = t('offline') })
  return html`<main class="home-page"><p class="quiet">${t('loading')}</p></main>`
}

const Table = () => {
  if (connection.value === 'refused') return html`<main class="home-page"><p>${t('missing_table')}</p><p><a class="button" href="#/">${t('home')}</a></p></main>`
  if (!state.value || !catalogue.value || !pool.value) return html`<main class="home-page"><p class="quiet">${connection.value === 'lost' ? t('offline') : t('loading')}</p></main>`
  if (casters.value) return html`<${Later} name="casters" />`
  return html`<div class=${`table ${state.value.view.seat ? 'playing' : 'watching'} ${state.value.view.outcome ? 'over' : ''}`} data-version=${state.value.version}>
    <${Prompt} /><main class="middle"><${Track} /><${Board} /></main><${Hand} /><aside class="side" aria-label=${t('powers')}><${Panels} /><${Tabs} /></aside><${Sheet} /><${Speaker} /></div>`
}

const Page = () => html`${route.value.page === 'table' ? html`<${Table} />` : SCREENS[route.value.page] && catalogue.value && pool.value ? html`<${Later} name=${route.value.page} />` : html`<${Home} />`}
  <div class=${`toast ${toast.value ? 'shown' : ''}`} role="alert">${toast.value}</div>`

/** `#/page/id/at`: which screen, what it is about, and where in it. */
const follow = () => {
  const [page, id, at] = location.hash.replace(/^#\/?/, '').split('/')
  route.value = { page: page || 'home', id, at }
  if (page === 'table' && id) openTable(id)
  else closeTable()
}

/** @param {KeyboardEvent} event */
const onKey = event => {
  const target = /** @type {HTMLElement} */ (event.target)
  if (route.value.page !== 'table' || event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, select, textarea')) return
  const done = () => event.preventDefault()
  if (/^[0-9]$/.test(event.key)) {
    const digit = Number(event.key)
    const pages = Math.max(1, Math.ceil(choices.value.length / PAGE))
    if (digit === 0) leaf.value = (leaf.value + 1) % pages
    else {
      const choice = choices.value[(leaf.value % pages) * PAGE + digit - 1]
      if (choice) choose(choice)
    }
    done()
  } else if (event.key === 'Enter') {
    // A button that is not the choice made already does what it always does.
    if (staged.value && (!target.closest?.('button, a') || target.closest('.choice.chosen, .card.chosen, .on-stack.chosen, .corner-head.chosen'))) {
      confirm()
      done()
    }
  } else if (event.key === 'Escape') {
    if (picked.value || what.value || where.value || picks.value.length) clear()
    else sheet.value = null
  } else if (event.key === 'u') tryUndo()
  else if (event.key === 'p') tryPass()
  else if (event.key === 's') skip()
  else if (event.key === 'l') tab.value = tab.value === 'log' ? 'choices' : 'log'
  else if (event.key === '?') sheet.value = sheet.value?.kind === 'help' ? null : { kind: 'help' }
}

effect(() => {
  const step = staged.value
  if (settings.value.quick && step && !['pass', 'batch'].includes(step.kind) && !busy.value) queueMicrotask(() => act(step.id))
})

const load = () => Promise.all([api('cards/oldworld'), api('cards/casters')]).then(([found, cards]) => {
  takeNames(found, cards)
  batch(() => {
    pool.value = cards
    catalogue.value = found
  })
}, () => {
  toast.value = t('offline')
  setTimeout(load, 2000)
})

addEventListener('hashchange', follow)
addEventListener('keydown', onKey)
load()
follow()
render(html`<${Page} />`, /** @type {Element} */ (document.getElementById('page')))
