// @ts-check
/** A guided first game: a real table against bots, with hints that follow what is asked. A hint is seen once; the guide ends after the first round. */
import { html, useEffect, useState } from './vendor/vendor.js'
import { api, say } from './net.js'
import { Backdrop, PageHead } from './home.js'
import { catalogue, legal, log, picks, pool, route, set, settings, staged, view, what, where } from './store.js'
import { Ruled } from './cards.js'
import { Icon } from './pieces.js'
import { t } from './strings.js'

/** The tables of the guided games. Their seeds are known, so everybody begins with the same cards. @type {Record<string, any>} */
const TABLES = {
  oldworld: { game: 'oldworld', seat: 'khorne', options: { players: ['khorne', 'nurgle', 'tzeentch', 'slaanesh'] }, bots: { nurgle: 'rules', tzeentch: 'rules', slaanesh: 'rules' }, seed: 11 },
  casters: { game: 'casters', seat: 'one', options: {}, bots: { two: 'rules' }, seed: 4 },
}

/** @typedef {{ key: string, when: () => boolean }} Hint */
const task = () => /** @type {any} */ (view.value)?.pending?.task ?? ''
const ours = () => legal.value.length > 0
/** @param {string} kind */
const happened = kind => log.value.some(e => e.kind === kind)
/** Whether something of this kind has happened to the visitor's own side. @param {string} kind */
const happenedToUs = kind => log.value.some(e => e.kind === kind && (e.power ?? e.player) === view.value?.seat)
/** @param {string} kind */
const may = kind => legal.value.some(a => a.kind === kind)
const picking = () => Boolean(what.value || where.value || picks.value.length)
const half = () => ours() && picking() && !staged.value
const figures = () => Object.values(view.value?.regions ?? {}).reduce((sum, region) => sum + region.figures.reduce((n, f) => n + (f.power === view.value?.seat ? f.count : 0), 0), 0)

/** In the order in which they come up; of those whose moment it is the first one not yet seen is shown. @type {Record<string, Hint[]>} */
const HINTS = {
  oldworld: [
    { key: 'welcome', when: () => true },
    { key: 'board', when: () => true },
    { key: 'confirm', when: () => ours() && Boolean(staged.value) },
    { key: 'where', when: () => half() && !where.value },
    { key: 'what', when: () => half() && !what.value },
    { key: 'summon', when: () => may('summon') && !picking() && figures() === 0 },
    { key: 'adjacent', when: () => may('summon') && figures() > 0 },
    { key: 'card', when: () => may('play') && figures() > 1 },
    { key: 'undo', when: () => ours() && figures() > 1 },
    { key: 'others', when: () => !ours() && figures() > 0 && view.value?.phase === 'summoning' },
    { key: 'hit', when: () => ours() && task() === 'hit' },
    { key: 'battle', when: () => happened('rolled') },
    { key: 'domination', when: () => happened('supremacy') || happened('nobody_dominates') },
    { key: 'corruption', when: () => happened('corruption_placed') },
    { key: 'upgrade', when: () => ours() && task() === 'choose_upgrade' },
    { key: 'dial', when: () => happened('dial') },
    { key: 'choice', when: () => ours() && !['summoning_turn', 'hit', 'choose_upgrade', 'discard_before_draw'].includes(task()) },
    { key: 'farewell', when: () => (view.value?.round ?? 0) > 1 || Boolean(view.value?.outcome) },
  ],
  casters: [
    { key: 'welcome', when: () => true },
    { key: 'opening', when: () => ours() && task() === 'opening_pick' },
    { key: 'confirm', when: () => ours() && Boolean(staged.value) },
    { key: 'first', when: () => ours() && task() === 'play_turn' && !may('refill') },
    { key: 'play', when: () => ours() && task() === 'play_turn' && may('refill') },
    { key: 'refill', when: () => ours() && task() === 'refill_pick' },
    { key: 'stack', when: () => happenedToUs('played') && ours() && task() === 'play_turn' },
    { key: 'attack', when: () => ours() && task() === 'attack' },
    { key: 'target', when: () => ours() && !['attack', 'play_turn', 'opening_pick', 'refill_pick'].includes(task()) },
    { key: 'resolve', when: () => view.value?.phase === 'resolve' || happened('resolves') },
    { key: 'damage', when: () => happened('damage') },
    { key: 'farewell', when: () => (view.value?.round ?? 0) > 1 || Boolean(view.value?.outcome) },
  ],
}

/** Begins the guided game of a title and goes there. */
export const Begin = () => {
  const game = route.value.id === 'casters' ? 'casters' : 'oldworld'
  const book = game === 'casters' ? pool.value : catalogue.value
  const [waiting, setWaiting] = useState(false)
  const begin = async () => {
    setWaiting(true)
    try {
      const { table } = await api('tables', TABLES[game])
      set({ guide: { table, game, seen: [] } })
      location.hash = `#/table/${table}`
    } catch (error) {
      say(/** @type {Error} */ (error).message)
      setWaiting(false)
    }
  }
  return html`<${Backdrop} /><main class="home-page"><${PageHead} name=${t('guide_title')} />
    <section class="sheet-like guide-begin"><h2>${book?.title}</h2><p>${t(`guide_${game}_about`)}</p><p>${t('guide_about')}</p>
      <button class="confirm wide" disabled=${waiting} onClick=${begin}>${t('guide_begin')}</button>
      <p class="row"><a class="button" href=${`#/guide/${game === 'casters' ? 'oldworld' : 'casters'}`}>${t('guide_other', { title: (game === 'casters' ? catalogue.value : pool.value)?.title })}</a>
        <a class="button" href=${`#/reference/${game}`}>${t('go_reference')}</a></p></section></main>`
}

/** @typedef {{ table: string, game: string, seen: string[] }} Guided */

/** The hint of the moment, beside the game. */
export const Guide = () => {
  const guide = /** @type {Guided | null} */ (settings.value.guide)
  const hints = HINTS[guide?.game ?? ''] ?? []
  const now = guide && view.value ? hints.find(hint => !guide.seen.includes(hint.key) && hint.when()) : undefined
  const [shown, setShown] = useState('')
  const key = now?.key ?? ''
  // A hint that was followed is seen: its moment has passed.
  useEffect(() => {
    const before = hints.find(hint => hint.key === shown)
    if (guide && before && before.key !== key && !guide.seen.includes(before.key)) set({ guide: { ...guide, seen: [...guide.seen, before.key] } })
    setShown(key)
    // On a phone the hints stand on top of all, where the board is.
    if (key) scrollTo(0, 0)
  }, [key])
  if (!guide) return null
  const end = () => set({ guide: null })
  // On a wide screen the place is kept, so that the board does not move when a hint comes.
  if (!now) return html`<aside class="guide resting" aria-label=${t('guide_title')}><p class="quiet">${t('guide_resting')}</p><p class="row"><button onClick=${end}>${t('guide_skip')}</button></p></aside>`
  const next = () => (now.key === 'farewell' ? end() : set({ guide: { ...guide, seen: [...guide.seen, now.key] } }))
  return html`<aside class="guide" aria-label=${t('guide_title')}><div role="status"><p><b>${t(`guide_${guide.game}_${now.key}_title`)}</b></p><p><${Ruled} text=${t(`guide_${guide.game}_${now.key}`)} /></p></div>
    <p class="row"><button class="confirm" onClick=${next}>${t(now.key === 'farewell' ? 'guide_end' : 'guide_next')} <${Icon} name="arrow" /></button>${now.key === 'farewell' ? null : html`<button onClick=${end}>${t('guide_skip')}</button>`}</p></aside>`
}
