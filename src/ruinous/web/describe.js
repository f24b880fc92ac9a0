// @ts-check
/** Words for an action, from its fields and the server's names. */
import { known, t } from './strings.js'

/** @typedef {import('./types.d.ts').Action} Action */
/** @typedef {import('./types.d.ts').Catalogue} Catalogue */

/** The phases of a round in their order. */
export const PHASES = { oldworld: ['old_world', 'draw', 'summoning', 'battle', 'corruption', 'end'], casters: ['opening', 'play', 'resolve', 'end'] }
/** @param {string} game @param {string} phase */
export const phaseName = (game, phase) => t(game === 'casters' ? `c_phase_${phase}` : `phase_${phase}`)

/** A bot as people call it: its level, and its style if it has one. @param {string} bot */
export const botName = bot => {
  const [level, style] = bot.split('+')
  if (!known(`bot_${level}`)) return bot.replace(/.*:/, '')
  return style ? t('bot_styled', { bot: t(`bot_${level}`), style: t(`style_${style}`) }) : t(`bot_${level}`)
}

/** @param {Omit<import('./types.d.ts').Figure, 'count'>} f */
export const figureKey = f => [f.power, f.kind, +f.shielded, +f.charmed, +f.spent, +f.on_space].join(':')

/** What an action is about, so that actions that differ only in the place share it. @param {Action} a */
export const whatKey = a => {
  if (a.kind === 'summon' || a.kind === 'figure') return a.figure ? [a.kind, a.from ?? '', figureKey(a.figure)].join(':') : a.kind
  if (a.kind === 'play' || a.kind === 'card') return `card:${a.card}`
  if (a.kind === 'token') return `token:${a.token}`
  if (a.kind === 'corruption' || a.kind === 'power') return `${a.kind}:${a.power}`
  if (a.kind === 'upgrade') return `upgrade:${a.upgrade}`
  return a.kind
}

/** @param {{ power: string, kind: string, shielded?: boolean, charmed?: boolean, spent?: boolean, on_space?: boolean }} f
 * @param {Catalogue} book */
export const figureName = (f, book) => {
  const name = book.figures[f.power]?.[/** @type {'cultist'} */ (f.kind)]?.name ?? f.kind
  const marks = ['shielded', 'charmed', 'spent', 'on_space'].filter(mark => f[/** @type {'spent'} */ (mark)]).map(mark => t(mark))
  return marks.length ? `${name} (${marks.join(', ')})` : name
}

/** @param {Catalogue} book @param {string | undefined | null} power */
export const powerName = (book, power) => (power ? book.powers[power] ?? power : '')

/** @param {Catalogue} book @param {string | undefined | null} region */
export const regionName = (book, region) => (region ? book.regions[region] ?? region : '')

/** How far a region is from its ruin, now and with what would be placed. @param {import('./types.d.ts').RegionView} region */
export const towardsRuin = region => {
  const coming = Object.values(region.sums).reduce((sum, n) => sum + (n?.places ?? 0), 0)
  const total = region.corruption_total + coming
  const falls = total >= 12
  return { coming, falls, words: `${t('corruption_of', { n: region.corruption_total })}${coming ? `. ${t(falls ? 'falls' : 'stands', { coming, total })}` : ''}` }
}

/** So many of a thing, in a way that needs no plural. @param {number} n @param {string} name */
export const counted = (n, name) => (n > 1 ? `${name} × ${n}` : name)

/** @param {Action} a */
const verb = a => {
  const word = a.text.split(' ')[0]
  return known(`verb_${word}`) ? t(`verb_${word}`) : word[0].toUpperCase() + word.slice(1)
}

/** What an action does, in one line: the label of its button.
 * @param {Action} a @param {Catalogue} book @param {import('./types.d.ts').View} view */
export const describe = (a, book, view) => {
  const region = regionName(book, a.region)
  const figure = a.figure ? figureName(a.figure, book) : ''
  switch (a.kind) {
    case 'pass': {
      const left = view.seat ? view.powers[view.seat].power : 0
      return left ? t('act_pass_loses', { power: left }) : t('act_pass')
    }
    case 'done': return t('act_done')
    case 'stand': return t('act_stand')
    case 'summon': return a.from === 'reserve'
      ? t('act_summon', { figure, region, cost: a.cost })
      : t('act_move', { figure, from: regionName(book, a.from), region, cost: a.cost })
    case 'play': return t('act_play', { card: book.cards[a.card ?? '']?.name ?? a.card, region, cost: a.cost })
    case 'region': return a.text.startsWith('to ') ? `${t('verb_to')} ${region}`
      : view.pending?.token ? t('act_token', { verb: verb(a), token: tokenName(book, view.pending.token), region }) : region
    case 'figure': return t('act_figure', { verb: verb(a), figure, region })
    case 'token': return a.region
      ? t('act_token', { verb: verb(a), token: tokenName(book, a.token), region }) : `${verb(a)} ${tokenName(book, a.token)}`
    case 'corruption': return t('act_corruption', { verb: verb(a), power: powerName(book, a.power), region })
    case 'card': return t('act_card', { verb: verb(a), card: book.cards[a.card ?? '']?.name ?? a.card })
    case 'power': return powerName(book, a.power)
    case 'upgrade': return t('act_upgrade', { upgrade: upgradeName(book, view.pending?.seat ?? view.seat, a.upgrade) })
    default: return a.text
  }
}

/** The same without the place. @param {Action} a @param {Catalogue} book */
export const whatLabel = (a, book) => {
  const figure = a.figure ? figureName(a.figure, book) : ''
  switch (a.kind) {
    case 'summon': return a.from === 'reserve' ? t('what_summon', { figure }) : t('what_move', { figure, from: regionName(book, a.from) })
    case 'play': return t('what_play', { card: book.cards[a.card ?? '']?.name ?? a.card })
    case 'figure': return `${verb(a)} ${figure}`
    case 'token': return `${verb(a)} ${tokenName(book, a.token)}`
    case 'corruption': return `${verb(a)} ${t('corruption')} (${powerName(book, a.power)})`
    case 'region': return t('what_region')
    default: return verb(a)
  }
}

/** @param {Catalogue} book @param {string | undefined} token */
export const tokenName = (book, token) => book.tokens[token ?? '']?.name ?? token ?? ''

/** @param {Catalogue} book @param {string | null} power @param {string | undefined} upgrade */
export const upgradeName = (book, power, upgrade) => book.upgrades[power ?? '']?.[upgrade ?? '']?.name ?? (upgrade ?? '').replaceAll('_', ' ')

// ---- Chaos Casters ---------------------------------------------------------------------------------------------
/** @typedef {import('./types.d.ts').Pool} Pool */
/** @typedef {import('./types.d.ts').CastersView} CastersView */

/** @param {Pool} book @param {string | null | undefined} card */
export const cardName = (book, card) => book.cards[card ?? '']?.name ?? card ?? ''

/** Strength of the card that the question is about. @param {CastersView} view */
const strengthAsked = view => view.stack[(view.pending?.position ?? 0) - 1]?.strength ?? 0

/** What declining means, by question. @param {CastersView} view @param {number} [going] cards picked to go under the deck */
const declined = (view, going = 0) => {
  const task = view.pending?.task ?? ''
  if (going) return t(going === 1 ? 'c_exchange_one' : 'c_exchange', { n: going })
  return known(`c_done_${task}`) ? t(`c_done_${task}`) : t('c_done')
}

/** What an action of Chaos Casters does: the label of its button.
 * @param {Action} a @param {Pool} book @param {CastersView} view @param {number} [going] */
export const describeCaster = (a, book, view, going = 0) => {
  const card = cardName(book, a.card)
  const target = a.position ? view.stack[a.position - 1] : null
  const word = a.text.split(' ')[0]
  switch (a.kind) {
    case 'play': {
      const position = view.stack.length + 1
      if (book.cards[a.card ?? '']?.words.includes('quick')) return t('c_play_quick', { card, position })
      return t(position === 8 ? 'c_play_last' : 'c_play', { card, position })
    }
    case 'stack': {
      const strength = target?.strength ?? null
      if (word === 'attack') return t('c_attack', { card, position: a.position, strength })
      return t(known(`c_target_${word}`) ? `c_target_${word}` : 'c_target', { card, position: a.position })
    }
    case 'player': return a.player === view.seat ? t('c_attack_self', { strength: strengthAsked(view) })
      : t(view.seat ? 'c_attack_enemy' : 'c_attack_player', { strength: strengthAsked(view), player: book.players[a.player ?? ''] })
    case 'hand': case 'pit': case 'looked': return t(known(`c_take_${word}`) ? `c_take_${word}` : 'c_take', { card })
    case 'draw': return t('c_draw')
    case 'top': return t('c_top')
    case 'bottom': return t('c_bottom')
    case 'refill': return t('c_refill')
    case 'done': case 'batch': return declined(view, going)
    default: return a.text
  }
}

/** The choices of Chaos Casters as a list. Where cards go together, each card of the hand is one.
 * @param {Action[]} legal @param {Pool} book @param {CastersView} view @param {boolean} gathering
 * @returns {import('./types.d.ts').Choice[]} */
export const casterChoices = (legal, book, view, gathering) => {
  const hand = view.seat ? view.players[view.seat].hand : []
  const place = (/** @type {Action} */ a) => (Array.isArray(hand) && (a.kind === 'hand' || a.kind === 'play') ? hand.indexOf(a.card ?? '') : a.kind === 'stack' ? -(a.position ?? 0) : 0)
  const others = legal.filter(a => !gathering || a.kind !== 'hand').sort((a, b) => place(a) - place(b)).map(a => ({ label: describeCaster(a, book, view), action: a }))
  const last = others.filter(choice => ['done', 'refill'].includes(choice.action.kind))
  const rest = others.filter(choice => !last.includes(choice))
  const cards = gathering && Array.isArray(hand) ? hand.map((card, pick) => ({ label: t('c_pick', { card: cardName(book, card) }), pick })) : []
  return [...cards, ...rest, ...last]
}
