// What the page uses of vendor.js, for the type checker.
export type Child = unknown
export interface Signal<T> { value: T; peek(): T }
export interface ReadonlySignal<T> { readonly value: T; peek(): T }
export function signal<T>(value: T): Signal<T>
export function computed<T>(make: () => T): ReadonlySignal<T>
export function effect(run: () => void | (() => void)): () => void
export function batch<T>(run: () => T): T
export function h(type: unknown, props: unknown, ...children: Child[]): unknown
export function render(node: unknown, into: Element): void
export const Fragment: unknown
export class Component { state: any; setState(change: object): void }
export function useEffect(run: () => void | (() => void), when?: readonly unknown[]): void
export function useLayoutEffect(run: () => void | (() => void), when?: readonly unknown[]): void
export function useRef<T>(value: T): { current: T }
export function useState<T>(value: T | (() => T)): [T, (value: T | ((old: T) => T)) => void]
export function useMemo<T>(make: () => T, when: readonly unknown[]): T
export function html(strings: TemplateStringsArray, ...values: unknown[]): any
