// @ts-check
/** Every decision as a list of commands: typed as in the terminal, or chosen from all there are. */
import { computed, html, signal } from './vendor/vendor.js'
import { whyNot } from './net.js'
import { busy, casters, catalogue, choices, choose, gathering, legal, picked, picks, pool, staged, view } from './store.js'
import { describe, describeCaster } from './describe.js'
import { confirm } from './prompt.js'
import { language, t } from './strings.js'

/** What has been typed, and what is said to it. */
const typed = signal('')
const answer = signal('')

/** @param {import('./types.d.ts').Action} a */
const labelOf = a => (casters.value ? describeCaster(a, /** @type {any} */ (pool.value), casters.value) : describe(a, /** @type {any} */ (catalogue.value), /** @type {any} */ (view.value)))

/** Picks a legal action; of cards that go together one more. @param {import('./types.d.ts').Action} action */
const take = action => {
  const choice = gathering.value && action.kind === 'hand' ? choices.value.find(c => c.pick !== undefined && !picks.value.includes(c.pick) && handOf(c.pick) === action.card) : null
  if (choice) choose(choice)
  else {
    picks.value = []
    picked.value = action
  }
}

/** @param {number} place */
const handOf = place => {
  const hand = casters.value?.players[casters.value.seat ?? '']?.hand
  return Array.isArray(hand) ? hand[place] : undefined
}

/** The words that count, without case, accents and signs, as the terminal reads them too: what `em O Império` and `no imperio` have in common.
 * @param {string} text @returns {string[]} */
const plain = text => {
  const bare = (/** @type {string} */ words) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const unsaid = new Set(bare(t('cmd_unsaid')))
  const parted = new Map(Object.entries(catalogue.value?.joins ?? {}).map(([apart, both]) => [bare(both).join(' '), bare(apart)[0]]))
  return bare(text).map(word => parted.get(word) ?? word).filter(word => !unsaid.has(word))
}

/** Whether each word typed begins a word that is told, in the same order; a number is never short for another. @param {string[]} words @param {string[]} told */
const fits = (words, told) => {
  let at = 0
  return words.every(word => {
    while (at < told.length && !(/^\d+$/.test(word) ? told[at] === word : told[at].startsWith(word))) at++
    return at++ < told.length
  })
}

/** The ways to type an action: its text, its label, the label with the kind of its figure. @param {import('./types.d.ts').Action} a */
const ways = a => {
  const label = labelOf(a), book = catalogue.value, figure = a.figure
  const kind = book && figure ? label.replace(book.figures[figure.power][figure.kind].name, book.kinds[figure.kind]) : label
  return [a.text, label, kind].map(plain)
}

/** How an action is typed: its text, which is English; in another language the words that count of its label, up to what explains it. @param {import('./types.d.ts').Action} a */
const command = a => (language.value === 'en' ? a.text : plain(labelOf(a).split(/[:(,]/)[0]).join(' '))

/** All that can be typed now, in the order of the commands. */
const offered = computed(() => [...legal.value].sort((a, b) => a.text.localeCompare(b.text)).map(a => ({ a, label: labelOf(a), told: command(a) })))

/** The legal actions that may be meant: all the words of one count before as many words as one has, and these before some. @param {string[]} words */
const meant = words => {
  const told = legal.value.map(a => ({ a, begun: ways(a).filter(way => words.length && fits(words, way)) }))
  for (const close of [(/** @type {string[]} */ way) => way.join() === words.join(), (/** @type {string[]} */ way) => way.length === words.length, () => true]) {
    const found = told.filter(({ begun }) => begun.some(close))
    if (found.length) return found.map(({ a }) => a)
  }
  return []
}

/** A number, or the words of an action, as few and as short as tell it apart, also behind the slash that leads here; Enter once more confirms. @param {Event} event */
const enter = event => {
  event.preventDefault()
  const text = typed.value.replace(/^\//, '').trim()
  if (busy.value) return
  if (!text) {
    if (staged.value) confirm()
    return
  }
  if (/^\d+$/.test(text)) {
    const choice = choices.value[Number(text) - 1]
    if (choice) choose(choice)
    answer.value = choice ? choice.label : t('cmd_numbers', { n: choices.value.length })
  } else {
    const found = meant(plain(text))
    if (!found.length) {
      answer.value = ''
      whyNot(text)
      return
    }
    if (found.length > 1) {
      answer.value = t('cmd_several', { texts: found.slice(0, 6).map(labelOf).join('; ') })
      return
    }
    take(found[0])
    answer.value = `${labelOf(found[0])}. ${t('cmd_confirm')}`
  }
  typed.value = ''
}

/** Where a decision is typed, and all that can be typed. */
export const Command = () => {
  const all = offered.value
  if (!all.length) return null
  return html`<form class="command" onSubmit=${enter}><label><span>${t('cmd_label')}</span>
      <input name="command" autocomplete="off" autocapitalize="none" spellcheck=${false} placeholder=${all[0].told} value=${typed.value} onInput=${(/** @type {any} */ e) => { typed.value = e.target.value }} /></label>
    <button type="submit">${t('cmd_do')}</button><p class="small" role="status">${answer.value}</p></form>
    <details class="everything"><summary>${t('cmd_all', { n: all.length })}</summary><ul class="plain">${all.map(({ a, label, told }) => html`<li key=${a.id}><button aria-pressed=${staged.value?.id === a.id} onClick=${() => take(a)}><span>${label}</span><code>${told}</code></button></li>`)}</ul></details>`
}
