// @ts-check
/** Every word of the page that does not come from the server. A language is a file `strings.NAME.js`, all with the same keys (docs/translate.md). */
import { batch, computed, signal } from './vendor/vendor.js'

/** The languages of the page by their own names. */
export const LANGUAGES = { en: 'English', pt: 'Português' }

/** @type {Record<string, () => Promise<{ default: Record<string, string> }>>} */
const WORDS = { en: () => import('./strings.en.js'), pt: () => import('./strings.pt.js') }

/** The first language of the browser that the page has. */
export const browserLanguage = () => navigator.languages.map(code => code.slice(0, 2)).find(code => code in LANGUAGES) ?? 'en'

/** The words in use: none before the first language has come. @type {import('./vendor/vendor.js').Signal<Record<string, string>>} */
const table = signal({})
/** The language in use. @type {import('./vendor/vendor.js').Signal<string>} */
export const language = signal(browserLanguage())
/** The language that was asked for last: a slower one that comes after it stays silent. */
let awaited = ''

/** Speaks a language from now on; only its words are fetched. @param {string} wanted */
export const speak = async wanted => {
  awaited = wanted
  const words = (await WORDS[wanted]()).default
  if (wanted !== awaited) return
  batch(() => {
    table.value = words
    language.value = document.documentElement.lang = wanted
  })
}

/** What the server calls things, because languages and themes change it. */
const named = signal({ names: /** @type {Record<string, string>} */ ({}), joins: /** @type {Record<string, string>} */ ({}) })

/** @param {string} word */
const capital = word => word[0].toUpperCase() + word.slice(1)

/** @param {import('./types.d.ts').Catalogue} book @param {import('./types.d.ts').Pool} casters */
export const takeNames = (book, casters) => {
  named.value = {
    names: {
      title: book.title,
      casters: casters.title,
      ...casters.terms,
      ...Object.fromEntries(Object.entries(casters.terms).map(([word, name]) => [capital(word), capital(name)])),
      old_world: book.words.old_world,
      example: casters.cards.ash_hound.name,
      peasant: book.tokens.peasant.name,
      horror: book.figures.tzeentch.warrior.name,
      provender: book.upgrades.nurgle.provender_of_ruin.name,
      electors: book.old_world.electors_arise.name,
    },
    joins: book.joins,
  }
}

/** A preposition and the article of a name together, where the language joins them: "em O Império" is "no Império". */
const joining = computed(() => {
  const words = Object.keys(named.value.joins)
  return words.length ? new RegExp(`(?<![\\p{L}])(${words.join('|')})`, 'gu') : null
})

/** The text for a key with `{name}` places filled in; an unknown key is shown readably rather than not at all.
 * @param {string} key @param {Record<string, unknown>} [values] */
export const t = (key, values = {}) => {
  const { names, joins } = named.value
  const text = (table.value[key] ?? key.replace(/^[a-z]+_/, '').replaceAll('_', ' ')).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? names[name] ?? ''))
  return joining.value ? text.replace(joining.value, found => joins[found]) : text
}

/** A time as it is written in the language in use: in the visitor's own country's way where that is the browser's language.
 * @param {Date} date @param {Intl.DateTimeFormatOptions} form */
export const dated = (date, form) => date.toLocaleString(language.value === browserLanguage() ? undefined : language.value, form)

/** Whether there is a text for this key. @param {string} key */
export const known = key => key in table.value
