// @ts-check
/** Starts the page: which screen, keys, settings that act by themselves. */
import { batch, Component, computed, effect, html, render } from './vendor/vendor.js'
import { act, api, closeTable, knowPerson, openTable, skip } from './net.js'
import { busy, casters, catalogue, choices, choose, clear, connection, curtain, invited, leaf, person, picked, picks, pool, route, seating, settings, sheet, staged, state, tab, toast, trouble, what, where } from './store.js'
import { Board } from './board.js'
import { Hand, Ruled } from './cards.js'
import { keepFocus, Skip, toChoices } from './focus.js'
import { Home } from './home.js'
import { Later, SCREENS } from './later.js'
import { Glance, Panels, Speaker, Tabs, Track } from './panels.js'
import { Weaves } from './pieces.js'
import { confirm, PAGE, Prompt, tryPass } from './prompt.js'
import { tryUndo } from './seats.js'
import { Sheet } from './sheet.js'
import { browserLanguage, LANGUAGES, speak, takeNames, t } from './strings.js'

/** What there is instead of a table. @param {{ text: string }} props */
const Nothing = ({ text }) => html`<main class="home-page nothing"><h1>${t('title')}</h1><p>${text}</p><p class="row"><a class="button confirm" href="#/">${t('home')}</a><button onClick=${() => location.reload()}>${t('load_again')}</button></p></main>`

const Table = () => {
  if (connection.value === 'refused') return html`<${Nothing} text=${t('missing_table')} />`
  if (connection.value === 'moved') return html`<${Nothing} text=${trouble.value} />`
  if (!state.value || !catalogue.value || !pool.value) return html`<main class="home-page"><p class="quiet">${connection.value === 'lost' ? t('offline') : t('loading')}</p></main>`
  if (seating.value?.stage === 'waiting') return html`<${Later} name="waiting" />`
  if (curtain.value) return html`<${Later} name="curtain" />`
  if (casters.value) return html`<${Later} name="casters" />`
  return html`<div class=${`table ${state.value.view.seat ? 'playing' : 'watching'} ${state.value.view.outcome ? 'over' : ''}`} data-version=${state.value.version}>
    <${Prompt} /><main class="middle"><${Track} /><${Glance} /><${Board} /></main><${Hand} /><aside class="side" aria-label=${t('powers')}><${Panels} /><${Tabs} /></aside><${Sheet} /><${Speaker} /></div>`
}

const Page = () => html`<${Skip} />${route.value.page === 'table' && settings.value.guide?.table === route.value.id && !curtain.value ? html`<${Later} name="guiding" />` : null}
  ${route.value.page === 'table' ? html`<${Table} />` : SCREENS[route.value.page] && catalogue.value && pool.value ? html`<${Later} name=${route.value.page} />` : html`<${Home} />`}
  ${settings.value.patterns ? html`<${Weaves} />` : null}
  <div class=${`toast ${toast.value ? 'shown' : ''}`} role="alert"><${Ruled} text=${toast.value} /></div>`

/** `#/page/id/at/eyes`: which screen, what it is about, where in it, and through whose eyes. Codes that open something leave the address at once. */
const follow = () => {
  let [page, id, at, eyes] = location.hash.replace(/^#\/?/, '').split('/')
  if (page === 'join' && id) {
    if (at) invited(id, at)
    page = 'table'
    at = ''
    history.replaceState(null, '', `#/table/${id}`)
  } else if (page === 'enter' && id) {
    invited('', id)
    id = ''
    history.replaceState(null, '', '#/enter')
  }
  if (page === 'table' && !id) page = ''
  if (page !== route.value.page) toast.value = ''
  route.value = { page: page || 'home', id, at, eyes }
  if (page === 'table') openTable(id)
  else closeTable()
}

/** A screen that breaks says so: a page without anything would help nobody. */
class Whole extends Component {
  /** @param {unknown} error */
  componentDidCatch(error) {
    this.setState({ broken: true })
    addEventListener('hashchange', () => this.setState({ broken: false }), { once: true })
    reportError(error)
  }

  render() { return this.state.broken ? html`<${Nothing} text=${t('broken')} />` : html`<${Page} />` }
}

/** @param {KeyboardEvent} event */
const onKey = event => {
  const target = /** @type {HTMLElement} */ (event.target)
  if (route.value.page !== 'table' || curtain.value || seating.value?.stage === 'waiting' || event.ctrlKey || event.metaKey || event.altKey || (event.key !== 'Escape' && target.closest?.('input:not([type="checkbox"]), select, textarea'))) return
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
  else if (event.key === '/') {
    toChoices(true)
    done()
  } else if (event.key === '?') sheet.value = sheet.value?.kind === 'help' ? null : { kind: 'help' }
}

/** What the settings change about the look of every screen. */
effect(() => {
  const { theme, size, still, patterns } = settings.value
  const root = document.documentElement
  root.dataset.theme = theme ?? 'system'
  root.toggleAttribute('data-still', Boolean(still))
  root.toggleAttribute('data-patterns', Boolean(patterns))
  root.style.setProperty('--size', String(size ?? 1))
})
const sounds = () => import('./sound.js')
effect(() => { if (settings.value.sound) sounds().then(found => found.begin()) })

effect(() => {
  const step = staged.value
  if (settings.value.quick && step && !['pass', 'batch'].includes(step.kind) && !busy.value) queueMicrotask(() => act(step.id))
})

/** The language that the visitor has chosen here, else on another device, else that of the browser. */
const wanted = computed(() => [settings.value.language, person.value?.language].find(code => code && code in LANGUAGES) ?? browserLanguage())

/** Speaks a language: the words of the page, and the cards as the server calls them. @param {string} chosen */
const load = chosen => Promise.all([api(`cards/oldworld?language=${chosen}`), api(`cards/casters?language=${chosen}`), speak(chosen)]).then(([found, cards]) => {
  // Another language has been chosen meanwhile: its own words come, or have come already.
  if (chosen !== wanted.peek()) return
  takeNames(found, cards)
  batch(() => {
    pool.value = cards
    catalogue.value = found
  })
}, () => {
  toast.value = t('offline')
  setTimeout(() => load(wanted.peek()), 2000)
})

// A record that is dropped anywhere on the page is opened.
addEventListener('dragover', event => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault() })
addEventListener('drop', async event => {
  const file = event.dataTransfer?.files[0]
  if (!file) return
  event.preventDefault()
  const { openFile } = await import('./replay.js')
  openFile(file)
})
addEventListener('hashchange', follow)
addEventListener('keydown', onKey)
keepFocus()
effect(() => { load(wanted.value) })
knowPerson()
follow()
// Nothing is shown before there are words for it.
speak(wanted.peek()).catch(() => undefined).then(() => render(html`<${Whole} />`, /** @type {Element} */ (document.getElementById('page'))))
