// @ts-check
/** A game that is over, position by position: the board with a reel below it. Records come from a table or from disk. */
import { batch, computed, effect, html, signal, useEffect, useMemo, useRef } from './vendor/vendor.js'
import { api, say } from './net.js'
import { casters, catalogue, connection, forget, pool, route, set, settings, sheet, showStill, state, view } from './store.js'
import { Board } from './board.js'
import { cardName, PHASES, phaseName } from './describe.js'
import { Backdrop, PageHead, seatsOf, useAnswer } from './home.js'
import { Glance, Panels, Speaker, Track } from './panels.js'
import { Badge, Icon } from './pieces.js'
import { seatName } from './seats.js'
import { Frame, Sheet } from './sheet.js'
import { Result } from './result.js'
import { dated, known, t } from './strings.js'

/** @typedef {import('./types.d.ts').GameEvent} GameEvent */
/** @typedef {{ n: number, seat: string, text: string, round: number, phase: string, events_to: number }} Step */
/** @typedef {{ header: any, actions: Step[], outcome: any, verified: boolean | null, events: GameEvent[] }} Story */
/** @typedef {{ at: number, view: any, prompt: string }} Still */

/** As many positions as are fetched at once. */
const REACH = 24
const SPEEDS = [2, 1, 0.5, 0.25]
const OPEN = 'all'
/** How an address calls the eyes of those who have no seat. */
const NOBODY = 'nobody'

/** The record that is shown, as text. */
const record = signal('')
/** @type {import('./vendor/vendor.js').Signal<Story | null>} */
const story = signal(null)
const eyes = signal(OPEN)
const at = signal(0)
const playing = signal(false)
/** Seconds for each action. */
const speed = computed(() => settings.value.reel ?? 1)
/** Why a record cannot be shown. @type {import('./vendor/vendor.js').Signal<{ text: string, line?: string } | null>} */
const wrong = signal(null)
/** What the side shows: what happened, or the list of actions. */
const side = signal('told')
/** Positions at hand, by number; the last is there for the result. @type {import('./vendor/vendor.js').Signal<Map<number, Still>>} */
const stills = signal(new Map())
/** Parts of the table of Chaos Casters, once they are here. @type {import('./vendor/vendor.js').Signal<any>} */
const stack = signal(null)

/** What the strongest bot thinks of the game, as far as it has been asked. @type {import('./vendor/vendor.js').Signal<import('./result.js').Judgement[]>} */
const judgements = signal([])
/** How far it is with that, 0 to 1. @type {import('./vendor/vendor.js').Signal<number | null>} */
const judging = signal(null)
/** What it says of one move: of the one after which so many are played. @type {import('./vendor/vendor.js').Signal<{ at: number, found?: import('./wire.d.ts').Judgement } | null>} */
const opinion = signal(null)

const last = computed(() => story.value?.actions.length ?? 0)
/** How many events there are at a position. @param {number} n */
const told = n => story.value?.actions[n]?.events_to ?? story.value?.events.length ?? 0

// ---- where records come from
/** What a visitor opened from disk stays as long as the window. */
const FROM_DISK = 'ruinous-record'

/** Opens a file as a record. @param {File | undefined | null} file */
export const openFile = async file => {
  if (!file) return
  if (file.size > 250_000) return say(t('p_too_long'))
  sessionStorage.setItem(FROM_DISK, await file.text())
  sessionStorage.setItem(`${FROM_DISK}-name`, file.name)
  if (route.value.page === 'replay' && route.value.id === 'file') load('file')
  else location.hash = '#/replay/file'
}

/** The record of a table, or the one from disk. @param {string} id */
const fetched = async id => {
  if (id === 'file') return sessionStorage.getItem(FROM_DISK) ?? ''
  const answer = await fetch(`api/tables/${id}/record`).catch(() => { throw new Error(t('no_answer')) })
  if (answer.ok) return answer.text()
  throw new Error(t('p_no_record'))
}

/** The name that a record is kept under. @param {string} id */
const fileName = id => (id === 'file' ? sessionStorage.getItem(`${FROM_DISK}-name`) ?? 'record.ruin' : `${story.value?.header.game}-${id}.ruin`)

/** @param {string} name in an address @param {string[]} seats */
const eyesCalled = (name, seats) => (name === NOBODY ? '' : seats.includes(name) ? name : OPEN)

let opened = ''
/** @param {string} id @param {number} [n] @param {string} [through] the eyes that the address names */
const load = async (id, n = 0, through = OPEN) => {
  opened = id
  batch(() => {
    forget()
    record.value = ''
    story.value = null
    wrong.value = null
    stills.value = new Map()
    judgements.value = []
    opinion.value = null
    judging.value = null
    playing.value = false
    eyes.value = OPEN
    connection.value = 'open'
  })
  try {
    const text = await fetched(id)
    const seen = (/** @type {string} */ seat) => api('replay', { record: text, seat: seat || null, story: true, at: [0] })
    let found = await seen(OPEN)
    const seat = eyesCalled(through, found.story.header.seats)
    if (seat !== OPEN) found = await seen(seat)
    if (found.story.header.game === 'casters') stack.value = await import('./stack.js')
    if (opened !== id) return
    batch(() => {
      record.value = text
      eyes.value = seat
      at.value = Math.min(Math.max(0, n), found.story.actions.length)
      story.value = found.story
      stills.value = keep(new Map(), found.frames)
    })
  } catch (error) {
    if (opened === id) wrong.value = { text: /** @type {Error} */ (error).message }
  }
}

/** @param {Map<number, Still>} known @param {Still[]} more */
const keep = (known, more) => new Map([...known, ...more.map(still => /** @type {[number, Still]} */ ([still.at, still]))])

let asking = false
/** Fetches what is wanted next: where one stands, the end, and what lies ahead. */
const fetchAhead = async () => {
  if (asking || !story.value) return
  const known = stills.value
  const here = at.value
  const order = [here, last.value, ...Array.from({ length: REACH }, (_, i) => here + i + 1), ...Array.from({ length: REACH / 2 }, (_, i) => here - i - 1)]
  const missing = order.filter(n => n >= 0 && n <= last.value && !known.has(n))
  if (!missing.length || (known.has(here) && missing.length < 8 && known.has(last.value) && known.has(Math.min(last.value, here + 1)))) return
  asking = true
  const seat = eyes.value
  const text = record.value
  try {
    const found = await api('replay', { record: text, seat: seat || null, at: [...new Set(missing)].slice(0, known.has(here) ? REACH : 6) })
    if (eyes.value === seat && record.value === text) stills.value = keep(stills.value, found.frames)
  } catch (error) {
    playing.value = false
    say(/** @type {Error} */ (error).message)
    // A server that is away is not asked without end.
    await new Promise(done => setTimeout(done, 3000))
  } finally {
    asking = false
  }
  if (!stills.value.has(at.value) || eyes.value !== seat) fetchAhead()
}

/** Looks through other eyes: what was known to them, and nothing else. @param {string} seat */
const look = async seat => {
  eyes.value = seat
  const text = record.value
  try {
    const found = await api('replay', { record: text, seat: seat || null, story: true, at: [...new Set([at.value, last.value])] })
    if (eyes.value !== seat || record.value !== text) return
    batch(() => {
      story.value = found.story
      stills.value = keep(new Map(), found.frames)
    })
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}

// ---- moving
/** @param {number} n */
export const go = n => {
  at.value = Math.min(last.value, Math.max(0, n))
}

/** @param {number} n */
const turn = n => {
  playing.value = false
  go(n)
}

/** The beginning of the round before or after. @param {number} way */
const roundFrom = way => {
  const steps = story.value?.actions ?? []
  const edges = [0, ...steps.filter((step, i) => i && step.round !== steps[i - 1].round).map(step => step.n), steps.length]
  return way > 0 ? edges.find(n => n > at.value) ?? steps.length : Math.max(0, ...edges.filter(n => n < at.value))
}

/** The position after the action that an event belongs to. @param {number} event */
const after = event => Math.max(0, (story.value?.actions ?? []).filter(step => step.events_to <= event).length)

/** The address of where one stands, and through whose eyes one looks. */
const here = () => `#/replay/${route.value.id}/${at.value}${eyes.value === OPEN ? '' : `/${eyes.value || NOBODY}`}`

const copyLink = async () => {
  try {
    await navigator.clipboard.writeText(new URL(here(), document.baseURI).href)
    say(t(route.value.id === 'file' ? 'p_link_file' : 'p_link_copied'))
  } catch {
    say(new URL(here(), document.baseURI).href)
  }
}

/** Decisions that are judged in a whole game. */
const JUDGED = 48
/** Has the strongest bot judge the game, a few decisions at a time, spread over it. */
const judge = async () => {
  const text = record.value
  const steps = story.value?.actions ?? []
  const wanted = steps.filter((_, i) => i === 0 || Math.floor(i * JUDGED / steps.length) !== Math.floor((i - 1) * JUDGED / steps.length))
  judgements.value = []
  judging.value = 0
  try {
    for (let i = 0; i < wanted.length && record.value === text && route.value.page === 'replay'; i += 4) {
      const found = await api('replay/analysis', { record: text, at: wanted.slice(i, i + 4).map(step => step.n) })
      if (record.value !== text) return
      judgements.value = [...judgements.value, ...found.judgements.map((/** @type {any} */ one) => ({ ...one, event: told(one.at), text: steps[one.at].text }))]
      judging.value = Math.min(1, (i + 4) / wanted.length)
      if (judgements.value.every(one => one.share === null)) break
    }
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
  if (record.value === text) judging.value = null
}

/** Asks the strongest bot about the move that is shown. */
const askWhy = async () => {
  const [n, text] = [at.value, record.value]
  opinion.value = { at: n }
  try {
    const [found] = (await api('replay/analysis', { record: text, at: [n - 1] })).judgements
    if (record.value === text && opinion.value?.at === n) opinion.value = { at: n, found }
  } catch (error) {
    opinion.value = null
    say(/** @type {Error} */ (error).message)
  }
}

/** Takes the position that one looks at into the companion. */
const takeAlong = async () => {
  try {
    const found = await api('replay', { record: record.value, at: [at.value], position: true })
    sessionStorage.setItem('ruinous-position', JSON.stringify(found.frames[0].position))
    location.hash = '#/companion'
  } catch (error) {
    say(/** @type {Error} */ (error).message)
  }
}

/** What the page shows follows from where one stands: the board draws it as it draws a table. */
effect(() => {
  const whole = story.value
  const still = stills.value.get(at.value)
  if (!whole || !still || route.value.page !== 'replay') return
  showStill(at.value, still, { over: true, stage: 'over', keyed: whole.header.keyed }, whole.events.slice(0, told(at.value)), told(Math.max(0, at.value - 1)))
})
effect(() => {
  void [at.value, stills.value, story.value]
  fetchAhead()
})
effect(() => {
  if (!playing.value) return
  if (at.value >= last.value) {
    playing.value = false
    return
  }
  // The next position is shown when it is due and here.
  const timer = setTimeout(() => { if (stills.value.has(at.peek() + 1)) go(at.peek() + 1) }, speed.value * 1000)
  void [at.value, stills.value]
  return () => clearTimeout(timer)
})
effect(() => {
  if (story.value && route.value.page === 'replay' && location.hash !== here()) history.replaceState(null, '', here())
})

/** @param {KeyboardEvent} event */
const onKey = event => {
  const target = /** @type {HTMLElement} */ (event.target)
  if (route.value.page !== 'replay' || !story.value || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (target.closest?.('select, textarea, input:not([type="range"])')) return
  if (event.key === ' ' && target.closest?.('button, a, summary')) return
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => turn(at.value + 1), ArrowLeft: () => turn(at.value - 1), PageDown: () => turn(roundFrom(1)), PageUp: () => turn(roundFrom(-1)),
    Home: () => turn(0), End: () => turn(last.value), ' ': toggle, Escape: () => { sheet.value = null },
  }
  if (!keys[event.key] || (target.closest?.('.sheet-body, .tab-body') && ['PageDown', 'PageUp', 'Home', 'End'].includes(event.key))) return
  event.preventDefault()
  keys[event.key]()
}

const toggle = () => {
  if (!playing.value && at.value >= last.value) at.value = 0
  playing.value = !playing.value
}

// ---- the reel
/** @type {Record<string, string>} */
const SIGNS = {
  first: 'M-8-8V8M8-8-4 0 8 8Z', back: 'M6-8-6 0 6 8Z', play: 'M-6-9 9 0-6 9Z', pause: 'M-7-8H-2.4V8H-7ZM2.4-8H7V8H2.4Z', on: 'M-6-8 6 0-6 8Z', end: 'M8-8V8M-8-8 4 0-8 8Z',
}
/** A button of the reel. @param {{ sign: string, label: string, onClick: () => void, disabled?: boolean, class?: string }} props */
const Knob = ({ sign, label, onClick, disabled = false, class: more = '' }) => html`<button class=${`knob ${more}`} onClick=${onClick} disabled=${disabled} aria-label=${label} title=${label}>
  <svg class="icon" viewBox="-11 -11 22 22" aria-hidden="true"><path class="sign" d=${SIGNS[sign]} /></svg></button>`


const Reel = () => {
  const whole = story.value
  if (!whole) return null
  const n = at.value
  const step = whole.actions[Math.min(n, last.value - 1)]
  const place = t('p_action_of', { n, all: last.value })
  const when = step ? `${step.round ? `${t('round_short', { round: step.round })}, ` : ''}${phaseName(whole.header.game, step.phase)}` : ''
  // Rounds that lie close together share the sign of the first.
  const rounds = whole.actions.filter((one, i) => !i || one.round !== whole.actions[i - 1].round)
    .reduce((/** @type {Step[]} */ found, one) => (found.length && one.n - found[found.length - 1].n < last.value * 0.025 ? found : [...found, one]), [])
  return html`<section class="reel" aria-label=${t('p_reel')}>
    <div class="reel-knobs"><${Knob} sign="first" label=${t('p_round_back')} onClick=${() => turn(roundFrom(-1))} disabled=${n === 0} /><${Knob} sign="back" label=${t('p_back')} onClick=${() => turn(n - 1)} disabled=${n === 0} />
      <${Knob} class="main" sign=${playing.value ? 'pause' : 'play'} label=${t(playing.value ? 'p_pause' : 'p_play')} onClick=${toggle} />
      <${Knob} sign="on" label=${t('p_on')} onClick=${() => turn(n + 1)} disabled=${n === last.value} /><${Knob} sign="end" label=${t('p_round_on')} onClick=${() => turn(roundFrom(1))} disabled=${n === last.value} /></div>
    <div class="reel-way"><input type="range" min="0" max=${last.value} value=${n} aria-label=${t('p_reel')} aria-valuetext=${`${place}, ${when}`} onInput=${(/** @type {any} */ e) => turn(Number(e.target.value))} />
      <div class="reel-rounds" aria-hidden="true">${rounds.map(one => html`<button key=${one.n} tabindex="-1" style=${{ left: `${one.n / Math.max(1, last.value) * 100}%` }} onClick=${() => turn(one.n)}>${one.round || '·'}</button>`)}</div></div>
    <p class="reel-place"><b>${place}</b><span>${when}</span></p>
    <label class="speed"><span class="hidden">${t('speed')}</span><select aria-label=${t('speed')} value=${speed.value} onChange=${(/** @type {any} */ e) => set({ reel: Number(e.target.value) })}>${SPEEDS.map(s => html`<option key=${s} value=${s} selected=${s === speed.value}>${1 / s}×</option>`)}</select></label>
  </section>`
}

/** The hands that these eyes see, as names to be read. */
const Hands = () => {
  const now = view.value
  const book = catalogue.value
  const cards = pool.value
  if (!now || !book || !cards) return null
  const sheets = casters.value?.players ?? now.powers
  const open = now.seats.filter(seat => Array.isArray(sheets[seat].hand))
  if (!open.length) return null
  return html`<section class="open-hands" aria-label=${t('p_hands')}>${open.map(seat => {
    const hand = /** @type {string[]} */ (sheets[seat].hand)
    return html`<p key=${seat}><${Badge} power=${seat} title=${t('p_hand_of', { seat: seatName(seat) })} />${hand.length ? [...new Set(hand)].map(card => {
      const many = hand.filter(one => one === card).length
      return html`<button key=${card} class=${`chip ${seat}`} onClick=${() => { sheet.value = { kind: 'card', id: card } }}>${casters.value ? cardName(cards, card) : book.cards[card]?.name ?? card}${many > 1 ? html` <small>× ${many}</small>` : null}</button>`
    }) : html`<span class="quiet small">${t('hand_empty')}</span>`}</p>`
  })}</section>`
}

// ---- the side
/** All that happened; what lies ahead is paler. It is made once: where one stands is marked from outside. */
const Told = () => {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const whole = story.value
  const lines = useMemo(() => whole?.events.filter(e => e.kind !== 'die').map(e => html`<li key=${e.n} data-n=${e.n} class=${`level-${e.level} ${e.power ?? e.player ?? ''} event-${e.kind}`}>
    ${e.level === 0 || e.kind === 'vp' || e.kind === 'rolled' ? html`<button class="log-link" onClick=${() => turn(after(e.n))}>${e.text}</button>` : e.text}</li>`), [whole])
  const from = at.value ? told(at.value - 1) : 0
  const to = told(at.value)
  useEffect(() => {
    /** @type {HTMLElement | null} */
    let current = null
    for (const node of list.current?.children ?? []) {
      const n = Number(/** @type {HTMLElement} */ (node).dataset.n)
      node.classList.toggle('ahead', n >= to)
      node.classList.toggle('new', n >= from && n < to)
      if (n < to) current = /** @type {HTMLElement} */ (node)
    }
    const box = list.current
    if (box && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight * 0.6
  }, [from, to, whole])
  return html`<ol class="log told" ref=${list} tabindex="0" aria-label=${t('log')}>${lines}</ol>`
}

/** Every action as it stands in the record. */
const Actions = () => {
  const list = useRef(/** @type {HTMLElement | null} */ (null))
  const whole = story.value
  const lines = useMemo(() => whole?.actions.map((step, i) => html`${!i || step.round !== whole.actions[i - 1].round || step.phase !== whole.actions[i - 1].phase
    ? html`<li key=${`h${i}`} class="action-head">${step.round ? t('round_short', { round: step.round }) : ''} ${phaseName(whole.header.game, step.phase)}</li>` : null}
    <li key=${step.n} data-n=${step.n}><button class="action-link" onClick=${() => turn(step.n + 1)}><small>${step.n + 1}</small><${Badge} power=${step.seat} title=${seatName(step.seat)} /><span>${step.text}</span></button></li>`), [whole])
  useEffect(() => {
    list.current?.querySelector('.new')?.classList.remove('new')
    const now = /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector(`[data-n="${at.value - 1}"]`))
    now?.classList.add('new')
    const box = list.current
    if (box && now) box.scrollTop = now.offsetTop - box.offsetTop - box.clientHeight * 0.5
  }, [at.value, whole])
  return html`<ol class="log action-list" ref=${list} tabindex="0" aria-label=${t('p_actions')}>${lines}</ol>`
}

const Sides = () => html`<section class="tabs"><div class="tab-bar"><div role="tablist">${['told', 'actions'].map(name => html`<button key=${name} role="tab" aria-selected=${side.value === name} class=${side.value === name ? 'now' : ''} onClick=${() => { side.value = name }}>${t(name === 'told' ? 'log' : 'p_actions')}</button>`)}</div>
    ${casters.value ? null : html`<button onClick=${() => { sheet.value = { kind: 'old_world' } }}>${t('tab_world')}</button>`}</div>
  <div class="tab-body" role="tabpanel">${side.value === 'told' ? html`<${Told} />` : html`<${Actions} />`}</div></section>`

/** Through whose eyes. */
const Eyes = () => html`<label class="eyes"><${Icon} name="eye" /><span class="hidden">${t('p_eyes')}</span><select aria-label=${t('p_eyes')} value=${eyes.value} onChange=${(/** @type {any} */ e) => look(e.target.value)}>
  <option value=${OPEN} selected=${eyes.value === OPEN}>${t('p_eyes_all')}</option><option value="" selected=${eyes.value === ''}>${t('p_eyes_none')}</option>
  ${(story.value?.header.seats ?? []).map((/** @type {string} */ seat) => html`<option key=${seat} value=${seat} selected=${eyes.value === seat}>${t('p_eyes_of', { seat: seatName(seat) })}</option>`)}</select></label>`

/** An action of the record with the names that people know. @param {string} text */
const named = text => {
  const [verb, ...things] = text.split(' ')
  const names = (/** @type {string} */ id) => pool.value?.cards[id]?.name ?? catalogue.value?.cards[id]?.name ?? catalogue.value?.regions[id] ?? id.replaceAll('_', ' ')
  return [known(`verb_${verb}`) ? t(`verb_${verb}`) : verb[0].toUpperCase() + verb.slice(1), ...things.map(names)].join(' ')
}

/** What the strongest bot says of the move that is shown, and why. */
const Opinion = () => {
  const { at: about, found } = opinion.value ?? {}
  const done = story.value?.actions[at.value - 1]
  const place = useRef(/** @type {HTMLElement | null} */ (null))
  useEffect(() => { place.current?.scrollIntoView({ block: 'center' }) }, [about, found])
  if (about !== at.value || !done) return null
  const percent = (/** @type {number} */ share) => Math.round(100 * share)
  const line = (/** @type {string} */ key, /** @type {string} */ text, /** @type {number | null} */ share, /** @type {string[]} */ causes) => html`<p><b>${t(key)}</b> ${named(text)}${share === null ? null : html` <small>${t('hint_value', { share: percent(share) })}</small>`}</p>
    ${causes.length ? html`<ul>${causes.map(cause => html`<li key=${cause}>${cause}</li>`)}</ul>` : null}`
  return html`<section class="hint opinion" ref=${place} role="status" aria-label=${t('p_why')}><div class="hint-head"><h3>${t('p_why')}</h3><button onClick=${() => { opinion.value = null }} aria-label=${t('close')}>×</button></div>
    ${!found ? html`<p>${t('hint_thinks')}</p>` : found.best === null ? html`<p>${t('r_no_judge')}</p>`
      : found.best === done.text ? line('p_why_same', found.best, found.share, found.why)
        : html`${line('p_why_best', found.best, found.share, found.why)}${line('p_why_played', done.text, found.played, found.lost)}`}</section>`
}

const Head = () => {
  const now = view.value
  const whole = story.value
  if (!now || !whole) return null
  const phases = PHASES[/** @type {'casters'} */ (whole.header.game)]
  const done = whole.actions[at.value - 1]
  // What the action did, in the words of the log; where it says nothing of it, the action as it stands in the record.
  const fresh = done ? whole.events.slice(told(at.value - 1), told(at.value)) : []
  const said = fresh.find(e => e.level === 0 && (e.power ?? e.player) === done?.seat) ?? (fresh[0]?.level ? fresh[0] : null)
  return html`<header class="prompt"><h1 class="hidden">${t('r_replay')}</h1>
    <div class="rail"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><span class="round">${now.round ? t('round_short', { round: now.round }) : t('r_replay')}</span>
      <ol aria-label=${t('phases')}>${phases.map(phase => html`<li key=${phase} class=${phase === now.phase ? 'now' : ''} aria-current=${phase === now.phase ? 'step' : undefined}>${phaseName(whole.header.game, phase)}</li>`)}</ol></div>
    <div class="ask"><p class="what">${done ? html`<${Badge} power=${done.seat} title=${seatName(done.seat)} /><span>${said?.text ?? named(done.text)}</span>` : html`<span>${t('p_beginning')}</span>`}</p>
      <p class="last">${eyes.value === OPEN && now.to_move ? html`<b>${seatName(now.to_move)}:</b> ` : null}${state.value?.prompt}</p></div>
    <div class="buttons">${done ? html`<button class="hint-button" disabled=${opinion.value?.at === at.value} onClick=${askWhy} title=${t('p_why_about')}><${Icon} name="lamp" /><span>${t('p_why')}</span></button>` : null}<${Eyes} />${whole.outcome || at.value === last.value ? html`<button class="confirm" onClick=${() => { sheet.value = sheet.value?.kind === 'outcome' ? null : { kind: 'outcome' } }}>${t('p_result')}</button>` : null}
      <details class="menu"><summary aria-label=${t('more')} title=${t('more')}>⋯</summary><div><button onClick=${copyLink}>${t('p_copy_link')}</button>
        <a class="button" href=${recordLink()} download=${fileName(route.value.id ?? '')}>${t('outcome_record')}</a><button onClick=${takeAlong}>${t('p_what_if')}</button><a class="button" href="#/replay">${t('p_other')}</a></div></details></div>
  </header>`
}

let link = ''
let linked = ''
const recordLink = () => {
  if (linked !== record.value) {
    URL.revokeObjectURL(link)
    link = URL.createObjectURL(new Blob([record.value], { type: 'application/jsonl' }))
    linked = record.value
  }
  return link
}

const Story = () => {
  const whole = story.value
  const end = stills.value.get(last.value)
  if (!whole || !end) return html`<p class="quiet">${t('loading')}</p>`
  return html`<${Result} view=${end.view} events=${whole.events} keyed=${whole.header.keyed} verified=${whole.verified} at=${told(at.value)} go=${(/** @type {number} */ n) => turn(after(n))}
    judge=${judge} judgements=${judgements.value} judging=${judging.value} />`
}

const Player = () => {
  const Parts = stack.value
  const twoSided = casters.value
  const result = sheet.value?.kind === 'outcome' ? html`<${Frame} kind="outcome" id="" title=${t('p_result')}><${Story} /></${Frame}>` : null
  if (!story.value || !state.value || (twoSided && !Parts)) return html`<p class="quiet loading">${t('loading')}</p>`
  return html`<div class=${`table replay watching ${twoSided ? 'casters-table' : ''}`} data-at=${at.value}><${Head} />
    ${twoSided ? html`<main class="middle"><${Parts.Corner} seat="two" /><${Parts.Stack} /><${Parts.Corner} seat="one" /></main>` : html`<main class="middle"><${Track} /><${Glance} /><${Board} /></main>`}
    <footer class="under"><${Hands} /><${Reel} /></footer>
    <aside class="side" aria-label=${t('log')}><${Opinion} />${twoSided ? null : html`<${Panels} />`}<${Sides} /></aside>
    ${result ?? (twoSided ? html`<${Parts.Sheet} />` : html`<${Sheet} />`)}<${Speaker} /></div>`
}

// ---- choosing a record
const Chooser = () => {
  const tables = (useAnswer('tables') ?? []).filter((/** @type {any} */ table) => table.over)
  return html`<${Backdrop} /><main class="home-page replay-page"><${PageHead} name=${t('go_replay')} />
    ${wrong.value ? html`<div class="reasons" role="alert"><p><b>${t('p_bad_record')}</b></p><p class="wrap">${wrong.value.text}</p></div>` : null}
    <section class="sheet-like drop"><h2>${t('p_from_disk')}</h2><p>${t('p_drop')}</p><label class="button confirm"><span>${t('p_choose_file')}</span><input type="file" accept=".ruin,.jsonl,.json,text/plain" class="hidden" onChange=${(/** @type {any} */ e) => openFile(e.target.files[0])} /></label></section>
    ${tables.length ? html`<section class="sheet-like"><h2>${t('p_your_finished')}</h2><ul class="tables">${tables.map((/** @type {any} */ table) => html`<li key=${table.table}><a href=${`#/replay/${table.table}/0`}>${seatsOf(table).map(seat => html`<${Badge} key=${seat} power=${seat} />`)}
      <span><b>${table.game === 'casters' ? pool.value?.title : catalogue.value?.title}</b><small>${t('round_short', { round: table.round })}</small></span><time>${dated(new Date(table.updated), { dateStyle: 'medium' })}</time></a></li>`)}</ul></section>` : null}</main>`
}

/** Where a link leads to; what is no number is the beginning. @param {string | undefined} place */
const number = place => Math.trunc(Number(place)) || 0

export const Replay = () => {
  const { id, at: place, eyes: through } = route.value
  useEffect(() => {
    if (!id) {
      opened = ''
      batch(() => {
        story.value = null
        playing.value = false
      })
    } else if (id !== opened || (!story.value && !wrong.value)) load(id, number(place), through)
    else if (story.value) {
      if (place !== undefined) turn(number(place))
      const seat = eyesCalled(through ?? OPEN, story.value.header.seats)
      if (seat !== eyes.value) look(seat)
    }
  }, [route.value])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      playing.value = false
      opened = ''
      story.value = null
      forget()
    }
  }, [])
  if (!id || wrong.value) return html`<${Chooser} />`
  return html`<${Player} />`
}
