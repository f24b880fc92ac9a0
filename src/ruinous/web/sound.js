// @ts-check
/** Sounds, made in the browser when the visitor has turned them on. */
import { effect } from './vendor/vendor.js'
import { film, legal, log, newFrom, settings } from './store.js'

/** @type {AudioContext | null} */
let context = null

/** A tone that fades. @param {number} pitch in Hz @param {number} after in seconds @param {number} length in seconds @param {OscillatorType} [shape] */
const tone = (pitch, after, length, shape = 'sine') => {
  if (!context) return
  const start = context.currentTime + after
  const voice = new OscillatorNode(context, { type: shape, frequency: pitch })
  const fade = new GainNode(context, { gain: 0 })
  fade.gain.setValueAtTime(0.0001, start)
  fade.gain.exponentialRampToValueAtTime(0.12, start + 0.01)
  fade.gain.exponentialRampToValueAtTime(0.0001, start + length)
  voice.connect(fade).connect(context.destination)
  voice.start(start)
  voice.stop(start + length)
}

/** @param {...[number, number, number, OscillatorType?]} tones */
const tones = (...tones) => () => { for (const one of tones) tone(...one) }

/** What is heard, by the kind of an event. @type {Record<string, () => void>} */
const SOUNDS = {
  played: tones([330, 0, 0.12, 'triangle']),
  summoned: tones([220, 0, 0.12, 'triangle']),
  rolled: tones([700, 0, 0.03, 'square'], [560, 0.06, 0.03, 'square'], [640, 0.13, 0.03, 'square']),
  killed: tones([110, 0, 0.3, 'sawtooth']),
  nixed: tones([110, 0, 0.3, 'sawtooth']),
  damage: tones([90, 0, 0.35, 'sawtooth']),
  vp: tones([523, 0, 0.15], [659, 0.1, 0.2]),
  dial: tones([392, 0, 0.15], [523, 0.1, 0.2]),
  ruined: tones([65, 0, 0.8, 'sawtooth']),
  game_over: tones([523, 0, 0.3], [659, 0.2, 0.3], [784, 0.4, 0.6]),
}
const turn = tones([880, 0, 0.12], [1175, 0.1, 0.2])

let heard = Infinity
let mine = false

/** One sound for each kind among what is new, and one when it becomes the visitor's turn. */
const listen = () => {
  if (!settings.value.sound) {
    heard = Infinity
    return
  }
  const last = log.value[log.value.length - 1]?.n ?? -1
  const kinds = new Set(log.value.filter(e => e.n > heard && e.n >= newFrom.value).map(e => e.kind))
  if (film.value) kinds.add(film.value.kind)
  heard = last
  const now = legal.value.length > 0
  for (const kind of kinds) SOUNDS[kind]?.()
  if (now && !mine) turn()
  mine = now
}

/** Begins to make sounds: browsers allow it once something has been clicked or pressed. */
export const begin = () => {
  if (context) return
  context = new AudioContext()
  const wake = () => context?.resume()
  addEventListener('pointerdown', wake)
  addEventListener('keydown', wake)
  effect(listen)
}
