// The names by which the page knows what comes over the wire (wire.d.ts, made from the types of the server), and what only the page has.
import type * as wire from './wire.d.ts'

export type { Action, GameEvent, Hint, Person, Power, RegionView } from './wire.d.ts'
export type Figure = wire.Figures
export type TableInfo = wire.TableState
export type ChatLine = wire.Line
export type Offer = wire.WaitingTable
export type Catalogue = wire.OldWorldBook
export type Pool = wire.CastersBook

// ---- the page's own
/** A view of the Old World. That of a state is taken for one until its game or its phase says otherwise. */
export type View = Omit<wire.OldWorldView, 'game' | 'phase'> & { game: string, phase: string }
/** A state; one of a replay or of the companion has no `events_from`. */
export type StateMessage = Omit<wire.State, 'view' | 'events_from'> & { view: View, events_from?: number }
/** A card on the stack; by its `uid` the page knows it again when it moves. */
export type OnStack = wire.OnStack & { uid?: number }
export type CastersView = Omit<wire.CastersView, 'stack'> & { stack: OnStack[] }
/** Something to choose among numbered buttons. */
export interface Choice { label: string; note?: string; action?: wire.Action; what?: string; where?: string; pick?: number; power?: string }
export interface OwnDeck { id: string; name: string; cards: Record<string, number> }
/** A moment on the way from one state to the next: what is seen, what is said, which cards (by uid) and whom it concerns. */
export interface Moment { view: CastersView; text: string; kind: string; actor: number; targets: number[]; player: wire.Caster | null; ms: number }
