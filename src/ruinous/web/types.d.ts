// The wire as docs/formats.md writes it, for the type checker. Nothing here runs.
export type Power = 'khorne' | 'nurgle' | 'tzeentch' | 'slaanesh'
export type Kind = 'cultist' | 'warrior' | 'daemon'

export interface Figure {
  power: Power; kind: Kind; count: number
  shielded: boolean; charmed: boolean; spent: boolean; on_space: boolean
}
export interface PowerView {
  vp: number; dial: number; dial_length: number; threat: number; counters: number
  power: number; income: number; upgrades: string[]; hand: string[] | number
  deck: number; discard: string[]; peasants: number
  reserve: Record<Kind, number>; corruption_left: number
}
export interface RegionView {
  value: number; populous: boolean; resistance: number; conquest: number
  ruin: number | null; ruined_now: boolean
  figures: Figure[]; tokens: Record<string, number>
  corruption: Partial<Record<Power, number>>; corruption_total: number
  cards: ([Power | null, string] | null)[]; cancelled: boolean[]
  supremacy: Partial<Record<Power, number>>; dominates: Power | null; adjacent: string[]
  /** What a supremacy is made of, and the corruption that would be placed. */
  sums: Partial<Record<Power, { figures: number, cards: number, effects: number, places: number }>>
}
export interface View {
  game: string; edition: string; old_world_deck: string; seat: Power | null
  round: number; rounds: number; phase: string; seats: Power[]; to_move: Power | null
  powers: Record<string, PowerView>; regions: Record<string, RegionView>
  track: (string | null)[]; old_world_left: number; old_world_gone: string[]; ruins_taken: number
  token_supply: Record<string, number>; counters_left: number
  battle: null | { region: string, downed: { power: Power, kind: Kind, count: number }[] }
  pending: null | { seat: Power, task: string, region: string | null, card: string | null, amount: number | null }
  outcome: Outcome | null
}
export interface Outcome { winners: Power[]; reason: string; scores: Record<string, number> }
export interface Action {
  id: number; text: string; kind: string; cost?: number; from?: string; region?: string; card?: string
  position?: number; player?: Seat; figure?: Omit<Figure, 'count'>; token?: string; power?: Power; upgrade?: string
}
export interface GameEvent { n: number; kind: string; text: string; level: number; [field: string]: any }
export interface StateMessage {
  type: 'state'; version: number; view: View; legal: Action[]; prompt: string; events: GameEvent[]; events_from?: number
  undo: { can: boolean, why: string, ask: boolean }; table: TableInfo
}
/** Who sits somewhere. `bot` beside `person`: a stand-in plays. `bank` in seconds. */
export interface SeatInfo { name: string | null; person: boolean; bot: string | null; open: boolean; here: boolean; bank: number | null }
export interface UndoRequest { n: number; seat: string; text: string; agreed: string[]; missing: string[] }
export interface TableInfo {
  bots: Record<string, string>; over: boolean; pace: number; test: boolean; keyed: string | null
  stage: 'waiting' | 'playing' | 'over'; mine: string[]; host: boolean; private: boolean
  clock: null | { pace: string, seat: string | null, deadline: string | null }; seats: Record<string, SeatInfo>
  standing: string[]; request: UndoRequest | null; rematch: string | null
}
export interface ChatLine { n: number; at: string; seat: string | null; name: string | null; text: string }
export interface Hint { version: number; options: { action: number, text: string, value: number, reasons: string[] }[] }
/** The visitor. */
export interface Person { name: string | null; email: string | null; language: string | null; webhook: string | null; notices: string[] }
/** A table in the lobby. */
export interface Offer { table: string; game: string; seats: Record<string, SeatInfo>; clock: string | null; host: string | null; created: string }
export interface CardText { name: string; power: Power | null; cost: number; magic: boolean; copies: number; text: string; mark: string }
export interface OldWorldText { name: string; copies: number; comet: boolean; immediate: string; track: string; end: string; marks: string[] }
export interface Rule { id: string; title: string; text: string }
export interface Catalogue {
  title: string
  board: Record<string, { value: number, populous: boolean, adjacent: string[], ruins: number[][] }>
  rules: Rule[]
  glossary: Record<string, { title: string, text: string }>
  words: Record<string, string>
  joins: Record<string, string>
  kinds: Record<string, string>
  many: Record<string, string>
  phases: Record<string, string>
  conditions: Record<string, string>
  marks: Record<string, string>
  cards: Record<string, CardText>
  old_world: Record<string, OldWorldText>
  upgrades: Record<string, Record<string, { name: string, text: string, mark: string }>>
  regions: Record<string, string>
  powers: Record<string, any>
  tokens: Record<string, { name: string, text: string }>
  dials: Record<string, { threat: number, text: string }[]>
  figures: Record<string, Record<Kind, { name: string, count: number, cost: number, attack: number, defense: number }>>
}
export interface MapArc { between: (string | null)[]; points: number[] }
export interface Choice { label: string; note?: string; action?: Action; what?: string; where?: string; pick?: number; glyph?: string; power?: string }

// ---- Chaos Casters
export type Seat = 'one' | 'two'
export interface OnStack {
  position: number; player: Seat; card: string; was: string | null; type: 'ally' | 'action'; strength: number | null; printed: number | null
  change: number; silenced: boolean; puppet_of: Seat | null; resolved: boolean
  /** Given by the page, to know the card again when it moves. */
  uid?: number
}
export interface Caster {
  hand: string[] | number; hand_known: string[]; deck: number; deck_known: { from_bottom: number, card: string }[]
  pit: string[]; looked: number; looked_known: string[]; spent: string[]; deck_list: Record<string, number>
}
export interface CastersView {
  game: string; seat: Seat | null; round: number; rounds: number; phase: string; seats: Seat[]; to_move: Seat | null; first: Seat
  players: Record<string, Caster>; stack: OnStack[]; line: number; next: number | null; resolving: number | null
  resolutions: number; max_resolutions: number; stopped: boolean
  pending: null | { seat: Seat, task: string, card: string | null, position: number | null, amount: number | null, gone: number | null }
  outcome: null | { winners: Seat[], reason: string, scores: Record<string, number> }
}
export interface PoolCard { name: string; type: 'ally' | 'action'; strength: number | null; words: string[]; text: string; deck: string | null }
export interface Pool {
  rules: Rule[]; glossary: Record<string, { title: string, text: string }>
  title: string; cards: Record<string, PoolCard>; decks: Record<string, { name: string, cards: Record<string, number> }>; pool: string
  limits: { size: number, copies: number }; players: Record<string, string>; terms: Record<string, string>; types: Record<string, { name: string, text: string }>
  words: Record<string, string>; phases: Record<string, string>
}
export interface OwnDeck { id: string; name: string; cards: Record<string, number> }
/** A moment on the way from one state to the next: what is seen, what is said, which cards (by uid) and whom it concerns. */
export interface Moment { view: CastersView; text: string; kind: string; actor: number; targets: number[]; player: Seat | null; ms: number }
