// @ts-check
/** The moments between two states of Chaos Casters, from the events in between: what is shown card by card. No rule is applied: events say it all. */
import { pool, settings } from './store.js'

/** @typedef {import('./types.d.ts').CastersView} View */
/** @typedef {import('./types.d.ts').OnStack} OnStack */
/** @typedef {import('./types.d.ts').GameEvent} GameEvent */

/** Events that are a moment of their own; any other belongs to the moment before it. */
const BEATS = new Set(['played', 'resolves', 'passed_over', 'no_target', 'limit_spent', 'nixed', 'buried', 'recovered', 'strengthened', 'silenced', 'swapped', 'moved',
  'played_by_effect', 'strings_pulled', 'attacks', 'attacks_player', 'damage', 'nixed_from_hand', 'stopped', 'becomes', 'performs', 'declined'])
/** Of these, several in a row are one moment. */
const TOGETHER = new Set(['nixed', 'strengthened', 'nixed_from_hand', 'recovered', 'buried'])

/** @param {View} v @param {string} seat @param {number} n */
const handBy = (v, seat, n) => {
  const player = v.players[seat]
  if (!Array.isArray(player.hand)) player.hand = Math.max(0, player.hand + n)
}

/** @param {View} v @param {string} seat @param {string} card */
const outOfHand = (v, seat, card) => {
  const { hand } = v.players[seat]
  if (Array.isArray(hand)) hand.splice(hand.indexOf(card), hand.includes(card) ? 1 : 0)
  else handBy(v, seat, -1)
}

/** Takes a card off the stack; the line stays between the same cards. @param {View} v @param {number} position */
const lift = (v, position) => {
  const [card] = v.stack.splice(position - 1, 1)
  if (position <= v.line) v.line -= 1
  return card
}

/** @param {View} v @param {number} position @param {OnStack} card */
const insert = (v, position, card) => {
  v.stack.splice(position - 1, 0, card)
  if (position - 1 <= v.line && v.phase === 'resolve') v.line += 1
}

/** @param {string} card @param {any} player @returns {OnStack} */
const fresh = (card, player) => {
  const printed = pool.value?.cards[card]?.strength ?? null
  return { position: 0, player, card, was: null, type: pool.value?.cards[card]?.type ?? 'action', strength: printed, printed, change: 0, silenced: false, puppet_of: null, resolved: false }
}

/** Changes a view as an event says. @param {View} v @param {GameEvent} e @param {View} after what it leads to in the end */
export const apply = (v, e, after) => {
  const at = v.stack[e.position - 1]
  const player = v.players[e.player]
  switch (e.kind) {
    case 'round': v.round = e.round; break
    case 'phase':
      v.phase = e.phase
      if (e.phase === 'resolve') v.line = v.stack.length
      break
    case 'first_player': v.first = e.player; break
    case 'looked':
      player.deck -= 1
      player.looked += 1
      break
    case 'drew':
      // After looking at cards, one of them is drawn.
      if (player.looked) player.looked -= 1
      else player.deck -= 1
      if (Array.isArray(player.hand) && e.card) player.hand.push(e.card)
      else handBy(v, e.player, 1)
      break
    case 'buried_looked_at':
      player.looked -= 1
      player.deck += 1
      break
    case 'buried_from_hand':
      if (e.card) outOfHand(v, e.player, e.card)
      else handBy(v, e.player, -1)
      player.deck += 1
      break
    case 'played':
      outOfHand(v, e.player, e.card)
      v.stack.push(fresh(e.card, e.player))
      break
    case 'resolves':
      v.resolving = e.position
      v.line = e.position - 1
      break
    case 'passed_over': v.line = e.position - 1; break
    case 'nixed': case 'buried':
      if (!at) break
      lift(v, e.position)
      if (e.kind === 'nixed') player.pit.push(at.was ?? at.card)
      else player.deck += 1
      break
    case 'recovered':
      player.pit.splice(player.pit.lastIndexOf(e.card), 1)
      player.deck += 1
      break
    case 'strengthened':
      if (at) Object.assign(at, { change: at.change + e.amount, strength: Math.max(0, (at.strength ?? 0) + e.amount) })
      break
    case 'silenced': if (at) at.silenced = true; break
    case 'strings_pulled': if (at) at.puppet_of = e.player === 'one' ? 'two' : 'one'; break
    case 'swapped': {
      const other = v.stack[e.to - 1]
      if (at && other) [v.stack[e.position - 1], v.stack[e.to - 1]] = [other, at]
      break
    }
    case 'moved': if (at) insert(v, e.to, lift(v, e.position)); break
    case 'played_by_effect': {
      const inPit = (/** @type {View} */ view) => view.players[e.player].pit.filter(card => card === e.card).length
      if (inPit(v) > inPit(after)) player.pit.splice(player.pit.lastIndexOf(e.card), 1)
      else outOfHand(v, e.player, e.card)
      insert(v, e.position, fresh(e.card, e.player))
      break
    }
    case 'becomes': if (at) Object.assign(at, fresh(e.card, at.player), { was: at.was ?? at.card, uid: at.uid }); break
    case 'nixed_from_deck':
      player.deck -= 1
      player.pit.push(e.card)
      break
    case 'nixed_from_hand':
      outOfHand(v, e.player, e.card)
      player.pit.push(e.card)
      break
    case 'under_deck':
      v.stack.pop()
      v.line = Math.min(v.line, v.stack.length)
      player.deck += 1
      break
  }
  v.stack.forEach((card, i) => {
    card.position = i + 1
    card.resolved = v.phase === 'resolve' && i >= v.line
  })
}

/** Which cards an event is about, by position: the one that acts and those it is done to. @param {View} v @param {GameEvent} e @returns {[number | null, number[]]} */
const about = (v, e) => [
  ['attacks', 'attacks_player', 'resolves', 'performs'].includes(e.kind) ? v.resolving : e.kind === 'swapped' ? e.position : null,
  ['attacks', 'swapped', 'moved'].includes(e.kind) ? [e.to] : MARKED.has(e.kind) ? [e.position] : [],
]
const MARKED = new Set(['strengthened', 'silenced', 'strings_pulled', 'becomes', 'nixed', 'buried', 'played_by_effect', 'passed_over'])

let uids = -1

/** The moments from what is on the page to a message, none where nothing resolves in between.
 * @param {View} before @param {GameEvent[]} events @param {import('./types.d.ts').StateMessage} message @returns {import('./types.d.ts').Moment[]} */
export const moments = (before, events, message) => {
  const after = /** @type {View} */ (/** @type {unknown} */ (message.view))
  if (before.game !== 'casters' || !events.some(e => BEATS.has(e.kind) && !['played', 'declined'].includes(e.kind))) return []
  const v = structuredClone(before)
  v.next = null
  /** @type {number | undefined} */
  let resolving = v.stack[(v.resolving ?? 0) - 1]?.uid
  const know = () => { for (const card of v.stack) card.uid ??= uids-- }
  const uidAt = (/** @type {number | null} */ position) => v.stack[(position ?? 0) - 1]?.uid ?? 0
  know()
  /** @type {import('./types.d.ts').Moment[]} */
  const found = []
  for (const e of events) {
    // A card that leaves is marked before it goes, any other where it then lies.
    const gone = e.kind === 'nixed' || e.kind === 'buried'
    const still = structuredClone(v)
    const leaving = gone ? uidAt(e.position) : 0
    apply(v, e, after)
    know()
    if (e.kind === 'resolves') resolving = uidAt(e.position)
    v.resolving = v.stack.findIndex(card => card.uid === resolving) + 1 || null
    const [actor, targets] = about(v, e)
    const marked = gone ? [leaving] : targets.map(uidAt)
    const last = found[found.length - 1]
    if (!BEATS.has(e.kind) && !(e.kind === 'phase' && e.phase !== 'play')) {
      if (e.kind === 'strengths' && last) last.text += `: ${e.strength} – ${e.against}`
      else if (last && !TOGETHER.has(last.kind)) last.view = structuredClone(v)
    } else if (last?.kind === e.kind && TOGETHER.has(e.kind)) {
      Object.assign(last, { view: gone ? last.view : structuredClone(v), text: `${last.text}. ${e.text}`, targets: [...last.targets, ...marked] })
    } else {
      found.push({
        view: gone ? still : structuredClone(v), text: e.text, kind: e.kind, actor: uidAt(actor), targets: marked, ms: settings.value.pace * (e.kind === 'resolves' ? 1 : e.kind === 'phase' ? 0.6 : 0.85),
        player: e.kind === 'damage' ? e.player : e.kind === 'attacks_player' ? e.target : null,
      })
    }
  }
  // The state that follows asks about the card that resolves: that moment is the state itself.
  const last = found[found.length - 1]
  if (last?.kind === 'resolves' && after.resolving === last.view.resolving) found.pop()
  return found
}
