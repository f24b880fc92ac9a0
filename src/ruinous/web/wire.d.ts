// All that the server sends and takes. Made by tools/make_types.py from the types of the server: change those, not this.

export type Power = "khorne" | "nurgle" | "tzeentch" | "slaanesh"
export type Kind = "cultist" | "warrior" | "daemon"
export type Caster = "one" | "two"
export type Stage = "waiting" | "playing" | "over"

/** The action is on the disk, as change number `version`. */
export interface Ack {
  type: "ack"
  action_id: string
  version: number
}

/** Play an action of the legal list that came with `version`. */
export interface Act {
  type: "act"
  action_id: string
  version: number
  action: number
}

/** A legal action, with the fields that its kind has. */
export interface Action {
  id: number
  text: string
  kind: string
  cost?: number
  from?: string
  region?: string
  card?: string
  figure?: FigureSort
  token?: string
  power?: Power
  upgrade?: string
  position?: number
  player?: Caster
}

export type Answer = State | Ack | Error | Refusal | Pong | TableNews | Chat | Note | Hint

/** Whether one agrees to such a request. */
export interface AnswerUndo {
  type: "answer_undo"
  request: number
  agree: boolean
}

/** A word of the glossary. */
export interface Article {
  title: string
  text: string
}

/** What would the strongest bot do? */
export interface AskHint {
  type: "hint"
}

/** Ask everybody for going back to before the last action of this seat. */
export interface AskUndo {
  type: "ask_undo"
  action_id: string
  version: number
}

/** A battle that is being fought. */
export interface Battle {
  region: string
  downed: Downed[]
}

/** A region as it is printed. */
export interface BoardRegion {
  value: number
  populous: boolean
  adjacent: string[]
  ruins: ([number, number])[]
}

export type Book = OldWorldBook | CastersBook

/** A deck of the box. */
export interface BoxDeck {
  name: string
  cards: Record<string, number>
}

/** What is seen of a player's cards; the hand itself, if it is one's own. */
export interface CasterView {
  hand: string[] | number
  hand_known: string[]
  deck: number
  deck_known: KnownCard[]
  pit: string[]
  looked: number
  looked_known: string[]
  spent: string[]
  deck_list: Record<string, number>
}

/** Everything printed in the box of Chaos Casters. */
export interface CastersBook {
  title: string
  cards: Record<string, PoolCard>
  decks: Record<string, BoxDeck>
  pool: string
  limits: DeckLimits
  players: Record<string, string>
  terms: Record<string, string>
  types: Record<string, Named>
  words: Record<string, string>
  phases: Record<string, string>
  rules: Rule[]
  glossary: Record<string, Article>
}

/** The question that somebody is asked. */
export interface CastersPending {
  seat: Caster
  task: string
  card: string | null
  position: number | null
  amount: number | null
  gone: number | null
}

/** All that one sees of a game of Chaos Casters. */
export interface CastersView {
  game: "casters"
  rules: number
  seat: Caster | null
  round: number
  rounds: number
  phase: "end" | "opening" | "play" | "resolve"
  seats: Caster[]
  to_move: Caster | null
  first: Caster
  players: Record<string, CasterView>
  stack: OnStack[]
  line: number
  next: number | null
  resolving: number | null
  resolutions: number
  max_resolutions: number
  stopped: boolean
  pending: CastersPending | null
  outcome: Outcome | null
}

/** A Chaos card. */
export interface ChaosCard {
  name: string
  power: Power
  cost: number
  magic: boolean
  copies: number
  text: string
  mark: string
}

/** Lines that were said: all after a hello, then each new one. */
export interface Chat {
  type: "chat"
  lines: Line[]
}

/** The clock of a table: the seat whose time runs, and until when. */
export interface ClockState {
  pace: string
  seat: string | null
  deadline: string | null
}

/** Games and victories with a Power or deck, with the bounds (95%) of the share of victories. */
export interface Count {
  game: string
  seat: string
  players: number
  games: number
  won: number
  low: number
  high: number
}

/** What is understood of a deck list, every reason against it, and the list written out. */
export interface Deck {
  deck: Record<string, number>
  reasons: string[]
  text: string
}

/** What a deck must keep to. */
export interface DeckLimits {
  size: number
  copies: number
}

/** The body of `POST /api/decks/check`: a deck list as people write it. */
export interface DeckList {
  text: string
}

/** A place of a threat dial. */
export interface DialPlace {
  threat: number
  text: string
}

/** Figures that fall at the end of the battle. */
export interface Downed {
  power: Power
  kind: Kind
  count: number
}

/** The body of `POST /api/enter`. */
export interface Enter {
  code: string
}

/** Nothing has changed, and why. */
export interface Error {
  type: "error"
  code: string
  public_reason: string
  action_id?: string | null
}

/** The figures of one kind that a Power has. */
export interface FigureBook {
  name: string
  count: number
  cost: number
  attack: number
  defense: number
}

/** All figures of a Power. */
export interface FigureBooks {
  cultist: FigureBook
  warrior: FigureBook
  daemon: FigureBook
}

/** What tells figures in one place apart. */
export interface FigureSort {
  power: Power
  kind: Kind
  shielded: boolean
  charmed: boolean
  spent: boolean
  on_space: boolean
}

/** So many figures of one sort. */
export interface Figures {
  power: Power
  kind: Kind
  shielded: boolean
  charmed: boolean
  spent: boolean
  on_space: boolean
  count: number
}

/** One position of a record. */
export interface Frame {
  at: number
  view: View
  prompt: string
  position?: Record<string, any>
}

/** A title, the version of its rules, its options and the bots that play it. */
export interface Game {
  name: string
  rules: number
  options: GameOption[]
  bots: string[]
}

/** Something that has happened; the further fields are those of its kind. */
export interface GameEvent {
  n: number
  kind: string
  text: string
  level: 0 | 1
  rule?: string
  [field: string]: any
}

/** A choice before a game; `many`: any number of the values. */
export interface GameOption {
  name: string
  values: any[]
  default: any
  many: boolean
}

/** What the first line of a record says. */
export interface Header {
  game: string
  rules: number
  options: Record<string, any>
  seats: string[]
  seed: number | null
  keyed: string | null
  from_position: boolean
}

/** The first message, and the way to ask for the whole state again; `version` is the last one seen, -1 for none.
 *
 * `seat`: through which of one's own seats to look, None: as a spectator, left out: the only one. */
export interface Hello {
  type: "hello"
  protocol: number
  version?: number
  seat?: string | null
  language?: string
}

/** What the strongest bot thinks of the actions, the best first. */
export interface Hint {
  type: "hint"
  version: number
  options: HintOption[]
}

/** An action with its value (higher is better) and what speaks for and against it. */
export interface HintOption {
  action: number
  text: string
  value: number
  reasons: string[]
}

/** The part of the address behind its end, and the whole address as a QR code. */
export interface Invitation {
  invite: string
  svg: string
}

/** The body of `.../join`: which seat, None the first that is open; the code of the invitation. */
export interface Join {
  seat?: string | null
  code?: string | null
}

/** The body of `POST /api/replay/analysis`: which positions the strongest bot should judge. */
export interface JudgeOrder {
  record: string
  at: number[]
}

/** What a bot thinks of positions of a record. */
export interface Judged {
  bot: string
  judgements: Judgement[]
}

/** The shares of the win that a bot expects of its best action and of the one played, and why; None: it has no opinion. */
export interface Judgement {
  at: number
  seat: string
  best: string | null
  share: number | null
  played: number | null
  why: string[]
  lost: string[]
}

/** A card in a deck that one knows to be there. */
export interface KnownCard {
  from_bottom: number
  card: string
}

/** A line that somebody said. */
export interface Line {
  n: number
  at: string
  seat: string | null
  name: string | null
  text: string
}

/** The part of an address behind its end that opens one's person on another device, and the whole address as a QR code. */
export interface Link {
  link: string
  svg: string
}

/** One of one's own tables, as far as everybody may know; `seat` is a list where one has several.
 *
 * `mover` is the name of the person to move; the clock tells its deadline only while it is one's own that runs. */
export interface ListedTable {
  table: string
  game: string
  seat: string | string[] | null
  round: number | null
  phase: string | null
  to_move: string | null
  mover: string | null
  clock: ClockState | null
  stage: Stage
  over: boolean
  updated: string
}

/** A table that was made; the invitation where it waits for people. */
export interface MadeTable {
  table: string
  seat: string | string[] | null
  invite: string | null
}

/** The body of `POST /api/me/mail`. */
export interface Mail {
  email: string
}

/** The body of `PUT /api/me`: what is left out stays as it is. */
export interface Me {
  name?: string | null
  email?: null
  language?: string | null
  webhook?: string | null
  notices?: ("mail" | "webhook")[]
}

export type Message = Hello | Act | Undo | WhyNot | Pace | Ping | AskUndo | AnswerUndo | Say | WriteNote | Standing | AskHint

/** A thing with what it does. */
export interface Named {
  name: string
  text: string
}

/** The body of `POST /api/tables`. `seat`: where the host sits, or several seats on one screen, or None: only watching.
 *
 * `open`: seats left for other people; bots take the rest. `seed` makes a test table, whose dice anybody can foresee, and so
 * does a `position` to begin from. */
export interface NewTable {
  game: string
  options?: Record<string, any>
  seat?: string | string[] | null
  bots?: Partial<Record<any, string>>
  seed?: number | null
  open?: string[]
  private?: boolean
  clock?: "day" | "live" | "week" | null
  position?: Record<string, any> | null
}

/** One's own note. */
export interface Note {
  type: "note"
  text: string
}

/** The body of a request that says all in its address. */
export interface Nothing {
}

/** Everything printed in the box of Chaos in the Old World. */
export interface OldWorldBook {
  title: string
  cards: Record<string, ChaosCard>
  old_world: Record<string, OldWorldCard>
  upgrades: Record<string, Record<string, Upgrade>>
  words: Record<string, string>
  many: Record<string, string>
  regions: Record<string, string>
  powers: Record<string, string>
  tokens: Record<string, Named>
  dials: Record<string, DialPlace[]>
  conditions: Record<string, string>
  figures: Record<string, FigureBooks>
  kinds: Record<string, string>
  phases: Record<string, string>
  marks: Record<string, string>
  joins: Record<string, string>
  board: Record<string, BoardRegion>
  rules: Rule[]
  glossary: Record<string, Article>
}

/** An Old World card; a part that it does not have is empty. */
export interface OldWorldCard {
  name: string
  copies: number
  comet: boolean
  boxed: boolean
  immediate: string
  track: string
  end: string
  marks: string[]
}

/** The question that somebody is asked. */
export interface OldWorldPending {
  seat: Power
  task: string
  region: string | null
  card: string | null
  amount: number | null
  token: string | null
}

/** All that one sees of a game of Chaos in the Old World. */
export interface OldWorldView {
  game: "oldworld"
  rules: number
  edition: "faq2" | "seed"
  old_world_deck: "full" | "sourced"
  seat: Power | null
  round: number
  rounds: number
  phase: "battle" | "corruption" | "draw" | "end" | "old_world" | "summoning"
  seats: Power[]
  to_move: Power | null
  powers: Record<string, PowerView>
  regions: Record<string, RegionView>
  track: [string | null, string | null]
  old_world_left: number
  old_world_gone: string[]
  ruins_taken: number
  token_supply: Record<string, number>
  counters_left: number
  battle: Battle | null
  pending: OldWorldPending | null
  outcome: Outcome | null
}

/** A card on the stack as it is now. */
export interface OnStack {
  position: number
  player: Caster
  card: string
  was: string | null
  type: "action" | "ally"
  strength: number | null
  printed: number | null
  change: number
  silenced: boolean
  puppet_of: Caster | null
  resolved: boolean
}

/** How a game has ended; a draw has no winner. */
export interface Outcome {
  winners: string[]
  reason: "damage" | "dial" | "old_world" | "rounds" | "ruin" | "vp"
  scores: Record<string, number>
}

/** Milliseconds between the moves of bots. */
export interface Pace {
  type: "pace"
  ms: number
}

/** A number for each kind of figure. */
export interface PerKind {
  cultist: number
  warrior: number
  daemon: number
}

/** What a person sees of himself. */
export interface Person {
  name: string | null
  email: string | null
  language: string | null
  webhook: string | null
  notices: string[]
}

/** Are you there? */
export interface Ping {
  type: "ping"
}

/** An action of a record, and how many events there are before it. */
export interface Played {
  n: number
  seat: string | null
  text: string
  round: number
  phase: string
  events_to: number
}

/** Here. */
export interface Pong {
  type: "pong"
}

/** A card of Chaos Casters; `deck` is that of the box which has it. */
export interface PoolCard {
  name: string
  type: "action" | "ally"
  strength: number | null
  words: string[]
  text: string
  deck: string | null
}

/** The body of `POST /api/companion`; choices and dice as `ruinous judge` takes them. */
export interface PositionOrder {
  position: Record<string, any>
  until?: string | null
  choose?: string[]
  dice?: number[]
  seat?: string | null
}

/** What is seen of a Power; the hand itself, if it is one's own. */
export interface PowerView {
  vp: number
  dial: number
  dial_length: number
  threat: number
  counters: number
  power: number
  income: number
  upgrades: string[]
  hand: string[] | number
  deck: number
  discard: string[]
  peasants: number
  reserve: PerKind
  corruption_left: number
}

/** The body of `POST /api/print`: which decks (`"1"` and `"2"` are those of the box, any other text is a list), and how.
 *
 * `offset` shifts the backs to the right and down. */
export interface PrintOrder {
  decks: (string | Partial<Record<any, number>>)[]
  paper?: "a4" | "letter"
  bleed?: 0 | 2 | 3
  saving?: boolean
  backs?: boolean
  single?: boolean
  offset?: [number, number]
}

/** Whatever goes wrong: a code for programs, a text for people, and what else there is to say. */
export interface Problem {
  code: string
  public_reason: string
  reasons?: string[]
  line?: number | null
}

/** A person in the table of ratings. */
export interface Rated {
  name: string
  rating: number
  games: number
}

/** The answer to `why_not`; an empty rule: there is none to name. */
export interface Refusal {
  type: "refusal"
  text: string
  reason: string
  rule: string
}

/** A region. */
export interface RegionView {
  value: number
  populous: boolean
  resistance: number
  conquest: number
  ruin: number | null
  ruined_now: boolean
  figures: Figures[]
  tokens: Record<string, number>
  corruption: Partial<Record<Power, number>>
  corruption_total: number
  cards: [[Power | null, string] | null, [Power | null, string] | null]
  cancelled: [boolean, boolean]
  supremacy: Partial<Record<Power, number>>
  sums: Partial<Record<Power, Sums>>
  dominates: Power | null
  adjacent: string[]
}

/** The table where the same people play again. */
export interface Rematch {
  table: string
}

/** The positions asked for, and the story if it was. */
export interface Replay {
  frames: Frame[]
  story: Story | null
}

/** The body of `POST /api/replay`: which positions, through whose eyes; `story` wants besides what is not about one position. */
export interface ReplayOrder {
  record: string
  at?: number[]
  seat?: string | null
  story?: boolean
  position?: boolean
}

/** That a seat asks for going back, and which seats have agreed. */
export interface RequestState {
  n: number
  seat: string
  text: string
  agreed: string[]
  missing: string[]
}

/** A section of the rules, or a ruling. */
export interface Rule {
  title: string
  text: string
  id: string
}

/** A line for everybody at the table. */
export interface Say {
  type: "say"
  text: string
}

/** The seat that one has got. */
export interface Seat {
  seat: string
}

/** The body of `.../seat` and `.../stand_in`: this bot plays the seat, or (None) no bot. */
export interface SeatOrder {
  seat: string
  bot?: string | null
}

/** Who sits in a seat; a bot beside a person plays in his place. `here`: the person has the table open; `bank` in seconds. */
export interface SeatState {
  name: string | null
  person: boolean
  bot: string | null
  open: boolean
  here: boolean
  bank: number | null
}

/** Pass for this seat whenever it may, or no longer. */
export interface Standing {
  type: "standing"
  pass: boolean
}

/** All that a seat (or a watcher) sees. The client cuts its log to `events_from` events and appends `events`. */
export interface State {
  type: "state"
  version: number
  view: View
  legal: Action[]
  prompt: string
  events_from: number
  events: GameEvent[]
  undo: UndoState
  table: TableState
}

/** That the process runs, or that its database answers. */
export interface Status {
  status: "live" | "ready"
}

/** What a record tells beside its positions; `verified`: the dice are proved by the key that is in it. */
export interface Story {
  header: Header
  actions: Played[]
  outcome: Outcome | null
  verified: boolean | null
  events: GameEvent[]
}

/** What a supremacy is made of, and the corruption that would be placed. */
export interface Sums {
  figures: number
  cards: number
  effects: number
  places: number
}

/** Only what concerns the table has changed. */
export interface TableNews {
  type: "table"
  table: TableState
}

/** What concerns the table and not the game, for one of those who look at it (`mine`, `host`). */
export interface TableState {
  stage: Stage
  over: boolean
  seats: Record<string, SeatState>
  bots: Record<string, string>
  mine: string[]
  host: boolean
  private: boolean
  pace: number
  clock: ClockState | null
  standing: string[]
  request: RequestState | null
  rematch: string | null
  test: boolean
  keyed: string | null
}

/** Take back the last action. */
export interface Undo {
  type: "undo"
  action_id: string
  version: number
}

/** Whether the last action can be taken back by the seat addressed, and the reason; whether it makes sense to ask the others. */
export interface UndoState {
  can: boolean
  why: string
  ask: boolean
}

/** An upgrade, with the mark of its source. */
export interface Upgrade {
  name: string
  text: string
  mark: string
}

/** What can be said about a position. */
export interface Verdict {
  position: Record<string, any>
  view: View
  legal: Action[]
  prompt: string
  events: GameEvent[]
  ledger: (Record<string, any>)[]
  pending: any
  record: string
}

export type View = OldWorldView | CastersView

/** A table in the lobby. */
export interface WaitingTable {
  table: string
  game: string
  options: Record<string, any>
  seats: Record<string, SeatState>
  clock: "day" | "live" | "week" | null
  host: string | null
  created: string
}

/** Which rule stands against an action that is not in the legal list. */
export interface WhyNot {
  type: "why_not"
  text: string
}

/** What one wants to remember, for oneself. */
export interface WriteNote {
  type: "note"
  text: string
}
