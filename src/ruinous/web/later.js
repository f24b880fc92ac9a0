// @ts-check
/** What is fetched when it is wanted: screens by the first word of their address, and parts of a table. */
import { html, signal } from './vendor/vendor.js'
import { t } from './strings.js'

/** @type {Record<string, () => Promise<any>>} */
export const SCREENS = {
  decks: () => import('./decks.js').then(found => found.Decks),
  friends: () => import('./lobby.js').then(found => found.Friends),
  you: () => import('./you.js').then(found => found.You),
  enter: () => import('./you.js').then(found => found.Enter),
  reference: () => import('./reference.js').then(found => found.Reference),
  guide: () => import('./guide.js').then(found => found.Begin),
  settings: () => import('./settings.js').then(found => found.SettingsPage),
  companion: () => import('./companion.js').then(found => found.Companion),
  replay: () => import('./replay.js').then(found => found.Replay),
  print: () => import('./print.js').then(found => found.Print),
  statistics: () => import('./counts.js').then(found => found.Statistics),
}
/** @type {Record<string, () => Promise<any>>} */
const PARTS = {
  casters: () => import('./stack.js').then(found => found.CastersTable),
  waiting: () => import('./waiting.js').then(found => found.Waiting),
  curtain: () => import('./curtain.js').then(found => found.Curtain),
  people: () => import('./talk.js').then(found => found.People),
  notes: () => import('./talk.js').then(found => found.Notes),
  since: () => import('./talk.js').then(found => found.Since),
  result: () => import('./result.js').then(found => found.TableResult),
  guiding: () => import('./guide.js').then(found => found.Guide),
  command: () => import('./list.js').then(found => found.Command),
  set: () => import('./settings.js').then(found => found.Settings),
  hint: () => import('./talk.js').then(found => found.Hint),
}

/** What has come, by its name; null is what the server did not give, and is asked for again. @type {import('./vendor/vendor.js').Signal<Record<string, any>>} */
const fetched = signal({})
/** @type {Set<string>} */
const asked = new Set()

/** Asks until it comes, ever less often. @param {string} name @param {number} [wait] milliseconds */
const fetchPart = (name, wait = 500) => {
  asked.add(name)
  const take = (/** @type {any} */ found) => { fetched.value = { ...fetched.value, [name]: found } }
  ;(SCREENS[name] ?? PARTS[name])().then(take, () => {
    take(null)
    setTimeout(fetchPart, wait, name, Math.min(2 * wait, 10000))
  })
}

/** @param {{ name: string }} props */
export const Later = ({ name }) => {
  const Found = fetched.value[name]
  if (Found) return html`<${Found} />`
  if (!asked.has(name)) fetchPart(name)
  return Found === null ? html`<p class="loading" role="status">${t('offline')} <button onClick=${() => location.reload()}>${t('load_again')}</button></p>` : html`<p class="quiet loading">${t('loading')}</p>`
}
