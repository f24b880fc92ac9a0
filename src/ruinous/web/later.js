// @ts-check
/** What is fetched when it is wanted: screens by the first word of their address, and parts of a table. */
import { html, signal } from './vendor/vendor.js'
import { toast } from './store.js'
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

/** @type {import('./vendor/vendor.js').Signal<Record<string, any>>} */
const fetched = signal({})
/** @type {Record<string, Promise<void>>} */
const asked = {}

/** @param {{ name: string }} props */
export const Later = ({ name }) => {
  const Found = fetched.value[name]
  if (Found) return html`<${Found} />`
  asked[name] ??= (SCREENS[name] ?? PARTS[name])().then(found => { fetched.value = { ...fetched.value, [name]: found } }, () => {
    delete asked[name]
    toast.value = t('offline')
  })
  return html`<p class="quiet loading">${t('loading')}</p>`
}
