// @ts-check
/** The wire: a few HTTP calls and one socket per open table that comes back by itself. */
import { batch, effect } from './vendor/vendor.js'
import { busy, chat, chatRead, clear, connection, draft, film, forget, hint, hinting, kept, log, mineFrom, newFrom, note, person, settings, sheet, state, tab, toast, trouble } from './store.js'
import { browserLanguage, language, t } from './strings.js'

/** The answer to a request; one that says no is thrown with what it tells. @param {string} path @param {unknown} [body] @param {string} [method] */
const ask = async (path, body, method = 'POST') => {
  const spoken = { 'accept-language': language.peek() }
  const answer = await fetch(`api/${path}`, body === undefined
    ? { headers: spoken, credentials: 'same-origin' }
    : { method, headers: { ...spoken, 'content-type': 'application/json' }, body: JSON.stringify(body), credentials: 'same-origin' })
    .catch(() => { throw new Error(t('no_answer')) })
  if (answer.ok) return answer
  const data = await read(answer).catch(() => null)
  throw Object.assign(new Error(data?.public_reason ?? data?.error ?? data?.detail ?? `${t('no_answer')} (${answer.status})`), { told: data })
}

/** @param {Response} answer @returns {Promise<any>} */
const read = async answer => {
  const text = await answer.text()
  return text ? JSON.parse(text) : null
}

/** @param {string} path @param {unknown} [body] @param {string} [method] */
export const api = async (path, body, method) => read(await ask(path, body, method))
/** What the server makes of an order, as a file. @param {string} path @param {unknown} body */
export const file = async (path, body) => (await ask(path, body)).blob()

/** A random id; `crypto.randomUUID` exists only on https and localhost. */
const uuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const hex = [...bytes].map(b => b.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The version that the last acknowledged action led to. */
let awaited = Infinity
/** @type {WebSocket | null} */
let socket = null
let table = ''
let version = -1
let wait = 500
/** The pause after far too many messages, by when the server takes them again. */
const PAUSE = 4000
let hasty = false
let timer = 0
let hushed = 0
/** The last line for the chat, until the server has it: one that it did not take is written again. */
let said = ''
/** The action that the server has not acknowledged yet: sent again, with the same id, after a break.
 * @type {Record<string, unknown> | null} */
let pending = null

/** @param {Record<string, unknown>} message */
const send = message => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Through which of the visitor's seats to look: undefined is the only one, null none of them. @type {string | null | undefined} */
let eyes

const hello = () => send({
  type: 'hello', protocol: 1, version, ...(eyes === undefined ? {} : { seat: eyes }),
  // The browser itself says which language it likes; another one has been chosen.
  ...(language.peek() === browserLanguage() ? {} : { language: language.peek() }),
})

/** What a look through no seat has told of the log: all of it is public, and is kept from one curtain to the next. A seat's own log, which has what is hidden, is not. */
let open = { version: -1, log: log.value }

/** Looks through another of the visitor's seats, or through none; first of all everything is forgotten that this one saw. @param {string | null} seat */
export const lookAs = seat => {
  if (state.value?.view.seat === null) open = { version, log: log.value }
  eyes = seat
  version = -1
  pending = null
  following = []
  waiting = []
  stop()
  forget()
  if (seat === null) {
    version = open.version
    log.value = open.log
  }
  hello()
}

const nextEvent = () => (log.value.length ? log.value[log.value.length - 1].n + 1 : 0)

/** Makes the moments between the state on the page and a message.
 * @typedef {(view: any, events: import('./types.d.ts').GameEvent[], message: import('./types.d.ts').StateMessage) => import('./types.d.ts').Moment[]} Director */
/** @type {Director | null} */
let director = null
/** A game that shows moments in between names who makes them. @param {Director} make */
export const direct = make => { director = make }
/** Messages that wait until the moments before them have been shown. @type {import('./types.d.ts').StateMessage[]} */
let waiting = []
let rolling = 0

/** @param {import('./types.d.ts').StateMessage} message */
const receive = message => {
  waiting.push(message)
  if (!rolling) roll()
}

const roll = () => {
  while (waiting.length) {
    const before = state.value
    const fresh = waiting[0].events.filter(e => e.n >= nextEvent())
    const moments = before && director && settings.value.pace && !skipping ? director(before.view, fresh, waiting[0]) : []
    if (moments.length) return show(moments)
    arrive(waiting.splice(0, 1)[0])
  }
}

/** @param {import('./types.d.ts').Moment[]} moments */
const show = ([first, ...rest]) => {
  film.value = first
  rolling = setTimeout(() => (rest.length ? show(rest) : cut()), first.ms)
}

/** The moments are over, or are not wanted: the message they lead to arrives. */
const cut = () => {
  const message = stop()
  if (message) arrive(message)
  roll()
}

const stop = () => {
  clearTimeout(rolling)
  rolling = 0
  return batch(() => {
    film.value = null
    return waiting.shift()
  })
}

/** @param {import('./types.d.ts').StateMessage} message */
const arrive = message => {
  take(message)
  goOn()
}

/** The first event after the last one that a seat began: where the others went on. @param {string | null} seat */
const afterOwn = seat => {
  const begun = log.value.filter(e => e.level === 0 && e.kind !== 'phase')
  const last = begun.map(e => e.power ?? e.player).lastIndexOf(seat ?? '')
  return last < 0 ? nextEvent() : begun[last + 1]?.n ?? nextEvent()
}

/** @param {import('./types.d.ts').StateMessage} message */
const take = message => batch(() => {
  const before = state.value
  // A word to the seat that was looked through before.
  if (eyes !== undefined && message.view.seat !== eyes) return
  const first = message.events_from ?? message.events[0]?.n
  if (message.version < version) return
  version = message.version
  if (version >= awaited) busy.value = false
  if (first !== undefined) {
    log.value = [...log.value.filter(e => e.n < first), ...message.events.filter(e => e.n >= first)]
    newFrom.value = message.events[0]?.n ?? first
  }
  if (!message.view.seat) mineFrom.value = newFrom.value
  // Whoever comes to the table finds it as it is: nothing of it is news but what others did since one's own last step.
  if (!before) {
    newFrom.value = nextEvent()
    mineFrom.value = afterOwn(message.view.seat)
  }
  if (closes(message)) return lookAs(null)
  state.value = message
  if (before?.version !== message.version) {
    clear()
    hint.value = null
    hinting.value = false
    // Once something has been done in a region, the whole board is what counts.
    if (before?.legal.length && sheet.value?.kind === 'region') sheet.value = null
  }
  // Whoever is among people or at notes stays there: the prompt and a mark on the tab of the choices say whose turn it is.
  if (message.legal.length && !before?.legal.length && !['people', 'notes'].includes(tab.value)) tab.value = 'choices'
  if (message.view.outcome && !before?.view.outcome) sheet.value = { kind: 'outcome' }
  tell(before)
  if (message.view.to_move === message.view.seat && skipping) {
    skipping = false
    pace(settings.value.pace)
  }
})

/** Whether the curtain falls: another seat on this screen is to move than the one that is looked through. @param {import('./types.d.ts').StateMessage} message */
const closes = ({ view, table: { mine, seats } }) => Boolean(view.seat && view.to_move && view.to_move !== view.seat && mine.includes(view.to_move) && !seats[view.to_move].bot)

/** Whether a seat of the visitor's has to decide. @param {import('./types.d.ts').StateMessage | null} message */
const asksUs = message => Boolean(message && message.table.stage === 'playing' && message.table.mine.includes(message.view.to_move ?? '') && !message.table.seats[message.view.to_move ?? ''].bot)

/** Says once that it is the visitor's turn, when it was not before: in the title, and to whoever wants it as a notification.
 * @param {import('./types.d.ts').StateMessage | null} before */
const tell = before => {
  const ours = asksUs(state.value)
  document.title = ours ? `● ${t('your_turn')}` : 'Ruinous'
  if (ours && before && !asksUs(before) && document.hidden && settings.value.notify && 'Notification' in globalThis && Notification.permission === 'granted')
    new Notification('Ruinous', { body: `${t('your_turn')}. ${state.value?.prompt ?? ''}`, icon: 'icon.svg', tag: table }).onclick = () => focus()
}

let skipping = false

const connect = () => {
  clearTimeout(timer)
  const place = new URL(`api/tables/${table}/ws`, document.baseURI)
  place.protocol = place.protocol.replace('http', 'ws')
  const here = socket = new WebSocket(place)
  here.onopen = () => {
    wait = 500
    hasty = false
    connection.value = 'open'
    hello()
    pace(settings.value.pace)
    if (pending) send(pending)
  }
  here.onmessage = frame => {
    const message = JSON.parse(frame.data)
    if (message.type === 'state') {
      receive(message)
    } else if (message.type === 'ack') {
      // The new state follows the acknowledgement: until it is here nothing more can be sent.
      if (pending?.action_id !== message.action_id) return
      pending = null
      awaited = message.version
      if (version >= awaited) busy.value = false
      goOn()
    } else if (message.type === 'error') {
      // Where there is no table the page says so itself, in the language that was chosen here.
      if (message.code !== 'no_table') say(message.public_reason)
      hinting.value = false
      hasty = message.code === 'too_fast'
      if (said && !message.action_id) {
        draft.value ||= said
        said = ''
      }
      // An answer to an action of one's own names it, unless the server could make nothing of the message.
      if (message.action_id ? pending?.action_id !== message.action_id : !['bad_message', 'reload', 'unreadable', 'server_error'].includes(message.code)) return
      pending = null
      busy.value = false
      following = []
      clear()
      if (['reload', 'unreadable'].includes(message.code)) {
        trouble.value = message.public_reason
        connection.value = 'moved'
      }
    } else if (message.type === 'table') {
      settle(message.table)
    } else if (message.type === 'chat') {
      if (message.lines.some((/** @type {{ text: string }} */ line) => line.text === said)) said = ''
      chat.value = [...new Map([...chat.value, ...message.lines].map(line => [line.n, line])).values()]
    } else if (message.type === 'note') {
      note.value = message.text
    } else if (message.type === 'hint') {
      hinting.value = false
      if (message.version === version) hint.value = message
    } else if (message.type === 'refusal') {
      say(message.rule ? `${message.reason} (${message.rule})` : message.reason)
    }
  }
  here.onclose = closed => {
    if (socket !== here) return
    if (connection.value === 'moved') return
    if (closed.code === 4404 || closed.code === 4403 || (closed.code === 1008 && !hasty)) {
      connection.value = 'refused'
      return
    }
    if (closed.code === 1008) wait = PAUSE
    connection.value = 'lost'
    timer = setTimeout(connect, wait)
    wait = Math.min(wait * 2, 10000)
  }
}

/** Something has changed at the table that is no step of the game. @param {import('./types.d.ts').TableInfo} info */
const settle = info => {
  const before = state.value
  if (!before) return
  if (closes({ ...before, table: info })) return lookAs(null)
  state.value = { ...before, table: info }
  tell(before)
  // Whoever plays here goes on to the next game together.
  if (info.rematch && !before.table.rematch && info.mine.length) location.hash = `#/table/${info.rematch}`
}

/** @param {string} text */
export const say = text => {
  toast.value = text
  clearTimeout(hushed)
  hushed = setTimeout(() => { toast.value = '' }, 6000)
}

/** @param {string} id */
export const openTable = id => {
  closeTable()
  table = id
  version = -1
  open = { version, log: [] }
  pending = null
  following = []
  waiting = []
  eyes = undefined
  skipping = false
  stop()
  batch(() => {
    forget()
    chat.value = []
    draft.value = said = ''
    chatRead.value = readUpTo()[id] ?? -1
    connection.value = 'connecting'
  })
  connect()
}

export const closeTable = () => {
  clearTimeout(timer)
  waiting = []
  stop()
  const old = socket
  socket = null
  if (!old) return
  old.close()
  // What comes after it knows nothing of it: another screen may be about another game.
  forget()
  document.title = 'Ruinous'
}

// An open table is told again in another language.
effect(() => {
  if (!language.value || socket?.readyState !== WebSocket.OPEN) return
  version = -1
  open = { version, log: [] }
  hello()
})

addEventListener('online', () => { if (socket && socket.readyState > 1) connect() })

/** @param {Record<string, unknown>} message */
const commit = message => {
  if (busy.value) return
  busy.value = true
  awaited = Infinity
  mineFrom.value = nextEvent()
  pending = { ...message, action_id: uuid(), version }
  send(pending)
}

/** @param {number} action */
export const act = action => commit({ type: 'act', action })
/** Steps still to be sent, as texts, and the question that they all answer. @type {string[]} */
let following = []
let question = ''
/** Sends several answers to the same question, one after the other. @param {string[]} texts */
export const actAll = texts => {
  following = texts
  question = state.value?.view.pending?.task ?? ''
  goOn()
}

/** The next of several answers, once the state is here that the last one led to. If the question is another by now, the rest is dropped. */
const goOn = () => {
  if (busy.value || !following.length) return
  const now = state.value
  const next = now?.view.pending?.task === question ? now.legal.find(a => a.text === following[0]) : null
  following = next ? following.slice(1) : []
  if (next) act(next.id)
}

/** Last lines of chats that were read in this browser, by table. @returns {Record<string, number>} */
const readUpTo = () => kept('ruinous-chats', {})
/** The chat has been read up to its last line. */
export const readChat = () => {
  const last = chat.value[chat.value.length - 1]?.n ?? -1
  if (last <= chatRead.value) return
  chatRead.value = last
  const newest = Object.entries({ ...readUpTo(), [table]: last }).slice(-100)
  localStorage.setItem('ruinous-chats', JSON.stringify(Object.fromEntries(newest)))
}

export const undo = () => commit({ type: 'undo' })
export const askUndo = () => send({ type: 'ask_undo', action_id: uuid(), version })
/** @param {number} request @param {boolean} agree */
export const answerUndo = (request, agree) => send({ type: 'answer_undo', request, agree })
/** Passes from now on, or no longer. @param {boolean} pass */
export const stand = pass => send({ type: 'standing', pass })
export const askHint = () => {
  hinting.value = true
  send({ type: 'hint' })
}
/** A line for the chat. @param {string} text */
export const talk = text => {
  said = text
  send({ type: 'say', text })
}
/** @param {string} text */
export const keepNote = text => {
  note.value = text
  send({ type: 'note', text })
}
/** Asks something of the table outside the game. @param {string} what @param {unknown} [body] */
export const order = (what, body = {}) => api(`tables/${table}/${what}`, body).catch(error => say(error.message))
let askedWho = 0
/** Who the visitor is; an answer that comes after a newer one does not count. */
export const knowPerson = () => {
  const turn = ++askedWho
  return api('me').then(found => { if (turn === askedWho) person.value = found }, () => {})
}
/** @param {Partial<import('./types.d.ts').Person>} change */
export const changePerson = change => api('me', change, 'PUT').then(found => { askedWho += 1; person.value = found })
/** @param {string} text */
export const whyNot = text => send({ type: 'why_not', text })
/** @param {number} ms */
export const pace = ms => send({ type: 'pace', ms })
export const skip = () => {
  skipping = true
  pace(0)
  if (rolling) cut()
}
export const tableId = () => table
