// @ts-check
/** What now: the bar on top and the list of choices. */
import { html } from './vendor/vendor.js'
import { act, actAll, pace, skip } from './net.js'
import { busy, casters, catalogue, choices, choose, clear, connection, digest, hint, leaf, legal, log, picked, picks, set, settings, sheet, staged, state, tab, view, what, where } from './store.js'
import { describe, PHASES, powerName, regionName, whatKey, whatLabel } from './describe.js'
import { Badge, Icon } from './pieces.js'
import { Later } from './later.js'
import { Band, HintButton, Rematch, Standing, Undo, WhileBotsPlay } from './seats.js'
import { t } from './strings.js'

const PACES = [['slow', 1500], ['normal', 700], ['fast', 250], ['none', 0]]
/** Choices on one page of the list: as many as there are digits. */
export const PAGE = 9

/** Sends the staged action, or all cards that have been picked to go. */
export const confirm = () => {
  const step = staged.value
  if (!step || busy.value) return
  if (step.kind !== 'batch') return act(step.id)
  const hand = casters.value?.players[casters.value.seat ?? '']?.hand
  const texts = picks.value.map(place => legal.value.find(a => a.kind === 'hand' && a.card === (Array.isArray(hand) ? hand[place] : ''))?.text ?? '')
  actAll([...texts, ...legal.value.filter(a => a.kind === 'done').map(a => a.text)])
}

export const tryPass = () => {
  const pass = legal.value.find(a => ['pass', 'done', 'refill'].includes(a.kind))
  if (!pass || busy.value) return
  picks.value = []
  picked.value = pass
}

/** A page of numbered buttons. @param {{ items: import('./types.d.ts').Choice[], numbered?: boolean }} props */
export const ChoiceList = ({ items, numbered = false }) => {
  const pages = Math.ceil(items.length / PAGE)
  const page = numbered ? leaf.value % Math.max(1, pages) : 0
  const shown = numbered ? items.slice(page * PAGE, (page + 1) * PAGE) : items
  return html`<ol class="choices">${shown.map((choice, i) => html`<li key=${choice.action?.id ?? choice.what ?? choice.where ?? `pick${choice.pick}`}>
      <button class=${`choice ${choice.action && choice.action.id === hint.value?.options[0]?.action ? 'hinted' : ''} ${(choice.action && staged.value?.id === choice.action.id) || picks.value.includes(choice.pick ?? -1) ? 'chosen' : ''}`} onClick=${() => choose(choice)}>
        ${numbered ? html`<kbd>${i + 1}</kbd>` : null}${choice.power ? html`<${Badge} power=${choice.power} title=${powerName(/** @type {any} */ (catalogue.value), choice.power)} />` : null}<span>${choice.label}</span>${choice.note || picks.value.includes(choice.pick ?? -1) ? html`<small>${choice.note ?? `${picks.value.indexOf(choice.pick ?? -1) + 1}.`}</small>` : null}</button></li>`)}
    ${numbered && pages > 1 ? html`<li><button class="choice more" onClick=${() => { leaf.value = (page + 1) % pages }}><kbd>0</kbd><span>${t('more')} (${page + 1}/${pages})</span></button></li>` : null}</ol>`
}

/** The text of the card that is picked, where its face is too small to be read. @param {{ text?: string }} props */
export const PickText = ({ text }) => (text ? html`<p class="pick-text">${text}</p>` : null)

/** Everything that can be decided now, as a list. */
export const Choices = () => {
  const book = catalogue.value
  const now = view.value
  if (!book || !now) return null
  if (!legal.value.length) return html`<p class="quiet">${state.value?.prompt || t('choices_none')}</p>${now.outcome ? null : html`<${Options} />`}`
  const picks = [what.value && whatLabel(legal.value.find(a => whatKey(a) === what.value) ?? legal.value[0], book), where.value && regionName(book, where.value)].filter(Boolean)
  return html`${picks.length || picked.value ? html`<p class="picks"><span>${picked.value ? describe(picked.value, book, now) : picks.join(' · ')}</span><button onClick=${clear}>${t('cancel')} <kbd>Esc</kbd></button></p>` : null}
    <${PickText} text=${book.cards[picked.value?.card ?? what.value?.match(/^card:(.*)/)?.[1] ?? '']?.text} />${hint.value ? html`<${Later} name="hint" />` : null}<${ChoiceList} items=${choices.value} numbered=${true} /><${Options} />`
}

/** How choices are confirmed and how fast others move. */
export const Options = () => html`<div class="options"><label class="check"><input type="checkbox" checked=${settings.value.quick} onChange=${(/** @type {any} */ e) => set({ quick: e.target.checked })} /> ${t('quick')}<small>${t('quick_hint')}</small></label>
  <${Standing} /><${Speed} /></div><${Later} name="command" />`

/** How fast the moves of the bots follow each other. */
export const Speed = () => html`<label class="speed">${t('speed')} <select value=${settings.value.pace} onChange=${(/** @type {any} */ e) => { set({ pace: Number(e.target.value) }); pace(Number(e.target.value)) }}>
  ${PACES.map(([name, ms]) => html`<option key=${name} value=${ms} selected=${settings.value.pace === ms}>${t(`speed_${name}`)}</option>`)}</select></label>`

/** What the others did since the visitor's own last step; leads to the steps one by one. */
const Digest = () => {
  const book = catalogue.value
  const found = digest.value
  if (!book) return null
  const words = [
    found.killed ? t('digest_killed', { n: found.killed }) : '',
    found.ruined.length ? t('digest_ruined', { regions: found.ruined.map(region => regionName(book, region)).join(', ') }) : '',
    found.dials.length ? t('digest_dials', { powers: [...new Set(found.dials)].map(power => powerName(book, power)).join(', ') }) : '',
  ].filter(Boolean)
  const points = Object.entries(found.points)
  if (!points.length && !words.length) return null
  return html`<button class="last digest" title=${t('catch_up')} onClick=${() => { tab.value = 'since'; sheet.value = null }}>
    ${points.map(([power, n]) => html`<span key=${power}><${Badge} power=${power} title=${powerName(book, power)} />+${n}</span>`)} ${words.join(' · ')}</button>`
}

/** What has still to be chosen. */
const missing = () => {
  if (!legal.value.some(a => a.kind === 'summon' || a.kind === 'play')) return legal.value.every(a => a.kind === 'region') ? 'confirm_where' : 'confirm_one'
  return what.value ? 'confirm_where' : where.value ? 'confirm_what' : 'confirm_hint'
}

export const Prompt = () => {
  const now = view.value
  const book = catalogue.value
  const message = state.value
  if (!now || !book || !message) return null
  const mine = legal.value.length > 0
  const passing = legal.value.find(a => a.kind === 'pass' || a.kind === 'done')
  const step = staged.value
  const last = [...log.value].reverse().find(e => e.level === 0) ?? log.value[log.value.length - 1]
  const offline = connection.value !== 'open'
  return html`<header class=${`prompt ${mine ? 'mine' : ''}`}>
    <h1 class="hidden">${t('title')}</h1><div class="rail"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><span class="round">${t('round', { round: now.round, rounds: now.rounds })}</span>
      <ol aria-label=${t('phases')}>${PHASES.oldworld.map(phase => html`<li key=${phase} class=${phase === now.phase ? 'now' : ''} aria-current=${phase === now.phase ? 'step' : undefined}>${t(`phase_${phase}`)}</li>`)}</ol>
      <button class="icon-button" onClick=${() => { sheet.value = { kind: 'help' } }} aria-label=${t('help')} title=${t('help')}>?</button></div>
    <div class="ask">
      <p class="what" role="status">${offline ? html`<span class="warn">${t('reconnecting')}</span>`
        : html`${now.to_move ? html`<${Badge} power=${now.to_move} />` : null}<span>${message.prompt || (now.to_move ? t('thinking', { power: powerName(book, now.to_move) }) : t('over'))}</span>`}</p>
      ${!mine && last ? html`<p class="last">${last.text}</p>` : mine ? html`<${Digest} />` : null}
    </div>
    <div class="buttons">
      ${now.seat ? html`<${Undo} />` : html`<span class="watching-mark"><${Icon} name="eye" /> ${t('watching')}</span>`}<${HintButton} />
      ${mine && passing ? html`<button class="pass" onClick=${tryPass}>${passing.kind === 'pass' ? t('pass') : t('act_done')}</button>` : null}
      ${mine ? html`<button class="confirm" disabled=${!step || busy.value} onClick=${confirm}>${step ? (busy.value ? t('saving') : describe(step, book, now)) : t(missing())}</button>`
        : now.outcome ? html`<${Rematch} /><button class="confirm" onClick=${() => { sheet.value = { kind: 'outcome' } }}>${t('outcome_scores')}</button>`
        : html`<${WhileBotsPlay}><${Speed} />
          <button class="skip" onClick=${skip}>${t('skip')} <${Icon} name="arrow" /></button><//>`}
    </div><${Band} />
  </header>`
}
