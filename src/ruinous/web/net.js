// @ts-check
/** The wire: a few HTTP calls and one socket per open table that comes back by itself. */
import { batch } from './vendor/vendor.js'
import { busy, clear, connection, film, log, mineFrom, newFrom, settings, sheet, state, tab, toast } from './store.js'

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const api = async (path, body) => {
  const answer = await fetch(`api/${path}`, body === undefined
    ? { credentials: 'same-origin' }
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), credentials: 'same-origin' })
  const text = await answer.text()
  const data = text ? JSON.parse(text) : null
  if (!answer.ok) throw new Error(data?.public_reason ?? data?.error ?? data?.detail ?? `${answer.status}`)
  return data
}

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
let timer = 0
let hushed = 0
/** The action that the server has not acknowledged yet: sent again, with the same id, after a break.
 * @type {Record<string, unknown> | null} */
let pending = null

/** @param {Record<string, unknown>} message */
const send = message => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
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

/** @param {import('./types.d.ts').StateMessage} message */
const take = message => batch(() => {
  const before = state.value
  const first = message.events_from ?? message.events[0]?.n
  if (message.version < version) return
  version = message.version
  if (version >= awaited) busy.value = false
  if (first !== undefined) {
    log.value = [...log.value.filter(e => e.n < first), ...message.events.filter(e => e.n >= first)]
    newFrom.value = message.events[0]?.n ?? first
  }
  if (!message.view.seat) mineFrom.value = newFrom.value
  // Whoever comes to the table finds it as it is: nothing of it is news.
  if (!before) newFrom.value = mineFrom.value = nextEvent()
  state.value = message
  if (before?.version !== message.version) {
    clear()
    // On a phone the sheet lies over the board: once something has happened there, the board is what counts.
    if (before?.legal.length && sheet.value?.kind === 'region' && matchMedia('(max-width: 899px)').matches) sheet.value = null
  }
  if (message.legal.length && !before?.legal.length) tab.value = 'choices'
  if (message.view.outcome && !before?.view.outcome) sheet.value = { kind: 'outcome' }
  const mine = message.view.to_move !== null && message.view.to_move === message.view.seat
  document.title = mine && !message.table.over ? '● Ruinous' : 'Ruinous'
  if (mine && skipping) {
    skipping = false
    pace(settings.value.pace)
  }
})

let skipping = false

const connect = () => {
  clearTimeout(timer)
  const place = new URL(`api/tables/${table}/ws`, document.baseURI)
  place.protocol = place.protocol.replace('http', 'ws')
  const here = socket = new WebSocket(place)
  here.onopen = () => {
    wait = 500
    connection.value = 'open'
    send({ type: 'hello', protocol: 1, version })
    pace(settings.value.pace)
    if (pending) send(pending)
  }
  here.onmessage = frame => {
    const message = JSON.parse(frame.data)
    if (message.type === 'state') {
      receive(message)
    } else if (message.type === 'ack') {
      // The new state follows the acknowledgement: until it is here nothing more can be sent.
      if (pending?.action_id === message.action_id) pending = null
      awaited = message.version
      if (version >= awaited) busy.value = false
      goOn()
    } else if (message.type === 'error') {
      if (!message.action_id || pending?.action_id === message.action_id) pending = null
      busy.value = false
      following = []
      clear()
      say(message.public_reason)
    } else if (message.type === 'refusal') {
      say(message.rule ? `${message.reason} (${message.rule})` : message.reason)
    }
  }
  here.onclose = closed => {
    if (socket !== here) return
    if (closed.code === 4404 || closed.code === 4403 || closed.code === 1008) {
      connection.value = 'refused'
      return
    }
    connection.value = 'lost'
    timer = setTimeout(connect, wait)
    wait = Math.min(wait * 2, 10000)
  }
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
  pending = null
  following = []
  waiting = []
  skipping = false
  stop()
  batch(() => {
    state.value = null
    log.value = []
    sheet.value = null
    tab.value = 'choices'
    connection.value = 'connecting'
    busy.value = false
    clear()
  })
  connect()
}

export const closeTable = () => {
  clearTimeout(timer)
  waiting = []
  stop()
  const old = socket
  socket = null
  old?.close()
}

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

export const undo = () => commit({ type: 'undo' })
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
