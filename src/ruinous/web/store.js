// @ts-check
/** What the page knows: the server's last word and what the visitor has picked. No rule of the game stands here. */
import { batch, computed, signal } from './vendor/vendor.js'
import { casterChoices, describe, whatKey, whatLabel } from './describe.js'
import { t } from './strings.js'

/** @typedef {import('./types.d.ts').Action} Action */
/** @typedef {import('./types.d.ts').Choice} Choice */

/** What this browser keeps under a name; what cannot be read is as good as nothing. @param {string} name @param {any} otherwise @param {Storage} [where] */
export const kept = (name, otherwise, where = localStorage) => {
  try {
    return JSON.parse(where.getItem(name) ?? 'null') ?? otherwise
  } catch {
    return otherwise
  }
}

/** The address: which screen, what it is about, where in it, and through whose eyes. @type {import('./vendor/vendor.js').Signal<{ page: string, id?: string, at?: string, eyes?: string }>} */
export const route = signal({ page: 'home' })
/** @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').Catalogue | null>} */
export const catalogue = signal(null)
/** The cards of Chaos Casters. @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').Pool | null>} */
export const pool = signal(null)
/** @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').StateMessage | null>} */
export const state = signal(null)
/** @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').GameEvent[]>} */
export const log = signal([])
/** Number of the first event of the last message: what is new. */
export const newFrom = signal(0)
/** Number of the first event after the visitor's own last step. */
export const mineFrom = signal(0)
/** The visitor, once the server has said who that is. @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').Person | null>} */
export const person = signal(null)
/** A code that was in the address: to a table, or of a person. @type {import('./vendor/vendor.js').Signal<{ table: string, code: string }>} */
export const invitation = signal({ table: '', code: '', ...kept('ruinous-invitation', {}, sessionStorage) })
/** Keeps a code, also if the page is loaded again. @param {string} table @param {string} code */
export const invited = (table, code) => {
  invitation.value = { table, code }
  sessionStorage.setItem('ruinous-invitation', JSON.stringify(invitation.value))
}
/** @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').ChatLine[]>} */
export const chat = signal([])
/** Number of the last line of the chat that was read here. */
export const chatRead = signal(-1)
/** What the visitor is writing for the chat. */
export const draft = signal('')
/** The visitor's private notes on the open table. */
export const note = signal('')
/** What the strongest bot would do now. @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').Hint | null>} */
export const hint = signal(null)
/** It is thinking about that. */
export const hinting = signal(false)
/** What an entry of the log that is looked at is about: a region, or a card on the stack. @type {import('./vendor/vendor.js').Signal<{ region?: string, card?: string }>} */
export const spot = signal({})
/** 'connecting' | 'open' | 'lost' | 'refused': no such table | 'moved': the page or the table is of another time */
export const connection = signal('connecting')
/** Why the table cannot be shown, in the server's words. */
export const trouble = signal('')
/** An action is on its way to the server. */
export const busy = signal(false)
/** A short word to the visitor that goes away by itself. */
export const toast = signal('')

/** @type {import('./vendor/vendor.js').Signal<string | null>} */
export const what = signal(null)
/** @type {import('./vendor/vendor.js').Signal<string | null>} */
export const where = signal(null)
/** @type {import('./vendor/vendor.js').Signal<Action | null>} */
export const picked = signal(null)
/** Places in the hand of the cards that go together, in order (Chaos Casters). @type {import('./vendor/vendor.js').Signal<number[]>} */
export const picks = signal([])
/** The moment that is being shown on the way to the newest state. @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').Moment | null>} */
export const film = signal(null)
/** Page of the list of choices. */
export const leaf = signal(0)
/** What the open sheet shows: {kind: 'region' | 'power' | 'card' | 'old_world' | 'pit' | 'deck' | 'help' | 'outcome', id}. */
/** @type {import('./vendor/vendor.js').Signal<{ kind: string, id?: string } | null>} */
export const sheet = signal(null)
export const tab = signal('choices')

/** Settings of this browser. */
export const settings = signal({ quick: false, pace: 700, ...kept('ruinous', {}) })
// What is set in one tab counts in the others.
addEventListener('storage', event => { if (event.key === 'ruinous') settings.value = { ...settings.value, ...kept('ruinous', {}) } })
/** @param {Record<string, unknown>} change */
export const set = change => {
  settings.value = { ...settings.value, ...change }
  localStorage.setItem('ruinous', JSON.stringify(settings.value))
}

/** The visitor's own decks for Chaos Casters. @type {import('./vendor/vendor.js').Signal<import('./types.d.ts').OwnDeck[]>} */
export const decks = signal(kept('ruinous-decks', []))
/** @param {import('./types.d.ts').OwnDeck[]} list */
export const keepDecks = list => {
  decks.value = list
  localStorage.setItem('ruinous-decks', JSON.stringify(list))
}

export const view = computed(() => state.value?.view ?? null)
/** The people and bots at the table, and what they have agreed. */
export const seating = computed(() => state.value?.table ?? null)
/** The seat of one's own that is to move and is not looked through: the curtain stays closed until it is named. */
export const curtain = computed(() => {
  const { to_move: next, seat } = view.value ?? {}
  return next && next !== seat && seating.value && seating.value.mine.length > 1 && seating.value.mine.includes(next) && !seating.value.seats[next].bot ? next : null
})
/** What may be done; nothing, while the way to the newest state is being shown. */
export const legal = computed(() => (film.value ? [] : state.value?.legal ?? []))
/** The open table is one of Chaos Casters. @type {import('./vendor/vendor.js').ReadonlySignal<import('./types.d.ts').CastersView | null>} */
export const casters = computed(() => (view.value?.game === 'casters' ? /** @type {any} */ (view.value) : null))
/** Cards of the hand are picked one after the other, and sent together. */
export const gathering = computed(() => legal.value.length > 0 && ['opening_pick', 'refill_pick'].includes(casters.value?.pending?.task ?? ''))
/** Stands for the cards picked. @type {Action} */
const BATCH = { id: -1, kind: 'batch', text: '' }
/** The legal actions that fit what has been picked. */
export const candidates = computed(() =>
  legal.value.filter(a => (!what.value || whatKey(a) === what.value) && (!where.value || a.region === where.value)))
/** The action that Confirm would send. */
export const staged = computed(() =>
  picked.value ?? (picks.value.length ? BATCH : (what.value || where.value) && candidates.value.length === 1 ? candidates.value[0] : null))
export const litRegions = computed(() => new Set(candidates.value.map(a => a.region).filter(Boolean)))
/** Regions and cards one can begin with, whatever is picked. */
export const openRegions = computed(() => new Set(legal.value.filter(a => !what.value || whatKey(a) === what.value).map(a => a.region)))
export const litCards = computed(() => new Set(legal.value.filter(a => a.card && (!where.value || a.region === where.value)).map(a => a.card)))

/** What has happened since then, in a few words: points by Power, figures killed, regions ruined, dials turned. */
export const digest = computed(() => {
  /** @type {{ points: Record<string, number>, killed: number, ruined: string[], dials: string[] }} */
  const found = { points: {}, killed: 0, ruined: [], dials: [] }
  for (const e of log.value) {
    if (e.n < mineFrom.value) continue
    if (e.kind === 'vp') found.points[e.power] = (found.points[e.power] ?? 0) + e.amount
    else if (e.kind === 'killed') found.killed += 1
    else if (e.kind === 'ruined') found.ruined.push(e.region)
    else if (e.kind === 'dial') found.dials.push(e.power)
  }
  return found
})

/** Shows a position as a table shows its state; there is nothing to be done in it.
 * @param {number} version @param {{ view: any, prompt: string }} still @param {Partial<import('./types.d.ts').TableInfo>} [table] @param {import('./types.d.ts').GameEvent[]} [events] @param {number} [from] number of the first event that is new */
export const showStill = (version, { view, prompt }, table = {}, events = [], from = 0) => batch(() => {
  state.value = {
    type: 'state', version, view, legal: [], prompt, events: [], undo: { can: false, why: '', ask: false },
    table: { bots: {}, over: false, pace: 0, test: false, keyed: null, stage: 'playing', mine: [], host: false, private: false, clock: null, seats: {}, standing: [], request: null, rematch: null, ...table },
  }
  log.value = events
  newFrom.value = mineFrom.value = from
})

/** Forgets what the page shows of a table, hidden things first of all. */
export const forget = () => batch(() => {
  state.value = hint.value = sheet.value = null
  log.value = []
  note.value = ''
  spot.value = {}
  busy.value = hinting.value = false
  tab.value = 'choices'
  clear()
})

export const clear = () => batch(() => {
  what.value = where.value = picked.value = null
  picks.value = []
  leaf.value = 0
})

/** Adds a card of the hand to those that go, or takes it out again. @param {number} place */
export const togglePick = place => batch(() => {
  if (busy.value) return
  picked.value = null
  picks.value = picks.value.includes(place) ? picks.value.filter(other => other !== place) : [...picks.value, place]
})

/** @param {string | null} key */
export const pickWhat = key => batch(() => {
  picked.value = null
  leaf.value = 0
  what.value = what.value === key ? null : key
  if (where.value && !candidates.value.length) where.value = null
})

/** @param {string | null} region */
export const pickWhere = region => batch(() => {
  picked.value = null
  leaf.value = 0
  where.value = where.value === region ? null : region
  if (what.value && !candidates.value.length) what.value = null
})

/** @template T @param {T[]} items @param {(item: T) => string} key @returns {Map<string, T[]>} */
const grouped = (items, key) => {
  const groups = new Map()
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}

/** What a group of actions costs, and to how many places they lead. @param {Action[]} group */
const spread = group => {
  const costs = group.flatMap(a => a.cost ?? [])
  const [least, most] = [Math.min(...costs), Math.max(...costs)]
  const places = t('places', { n: new Set(group.map(a => a.region)).size })
  return costs.length ? `${t('cost', { cost: least === most ? least : `${least}–${most}` })}, ${places}` : places
}

/** Whose figure or corruption an action is about, where it may be anybody's. @param {Action} a */
const owner = a => (a.kind === 'figure' ? a.figure?.power : a.kind === 'corruption' || a.kind === 'power' ? a.power : undefined)

/** Ending a turn comes last in every list. @param {Action} a */
const rank = a => Number(a.kind === 'pass' || a.kind === 'done')

/** The choices as a flat list of at most one question at a time: what, then where, then from where.
 * @param {Action[]} unordered @param {string | null} [place] where they all happen, when the visitor knows @returns {Choice[]} */
export const choicesOf = (unordered, place = null) => {
  const book = catalogue.value
  const now = view.value
  if (!book || !now) return []
  const actions = [...unordered].sort((a, b) => rank(a) - rank(b))
  const plain = (/** @type {Action} */ a) => ({ power: owner(a), ...(place && a.region === place && a.kind !== 'region'
    ? { label: whatLabel(a, book), note: a.cost === undefined ? undefined : t('cost', { cost: a.cost }), action: a }
    : { label: a.kind === 'region' ? book.regions[a.region ?? ''] : describe(a, book, now), action: a }) })
  if (place) return actions.map(plain)
  if (what.value && new Set(actions.map(a => a.region)).size === actions.length && actions.every(a => a.region))
    return actions.map(a => ({ label: book.regions[a.region ?? ''], note: a.cost === undefined ? undefined : t('cost', { cost: a.cost }), action: a }))
  if (actions.length <= 9) return actions.map(plain)
  const kinds = grouped(actions, whatKey)
  if (kinds.size > 1)
    return [...kinds].map(([key, group]) =>
      group.length === 1 ? plain(group[0]) : { label: whatLabel(group[0], book), note: spread(group), power: owner(group[0]), what: key })
  const places = grouped(actions, a => a.region ?? '')
  if (places.size > 1)
    return [...places].map(([region, group]) => (group.length === 1 ? plain(group[0]) : { label: book.regions[region], note: String(group.length), where: region }))
  return actions.map(plain)
}

/** @type {import('./vendor/vendor.js').ReadonlySignal<Choice[]>} */
export const choices = computed(() => (casters.value && pool.value
  ? casterChoices(legal.value, pool.value, casters.value, gathering.value) : choicesOf(candidates.value, where.value)))

/** @param {Choice} choice */
export const choose = choice => {
  // What is chosen while a step is on its way would be gone with the state that it leads to.
  if (busy.value) return
  if (choice.pick !== undefined) togglePick(choice.pick)
  else if (choice.action) {
    picks.value = []
    picked.value = choice.action
  } else if (choice.what) pickWhat(choice.what)
  else if (choice.where) pickWhere(choice.where)
}
