// @ts-check
/** Decks of Chaos Casters on paper: which ones and how; the server makes the PDF. */
import { html, useState } from './vendor/vendor.js'
import { file } from './net.js'
import { decks, pool, route, set, settings } from './store.js'
import { Backdrop, PageHead } from './home.js'
import { saveAs } from './picture.js'
import { Choice, Switch } from './settings.js'
import { t } from './strings.js'

/** @typedef {{ paper: string, bleed: number, saving: boolean, backs: boolean, single: boolean, offset: [number, number] }} Wishes */

const MOST = 4
const FAR = 5
/** @type {Wishes} */
const USUAL = { paper: 'a4', bleed: 0, saving: false, backs: true, single: false, offset: [0, 0] }

export const Print = () => {
  const book = /** @type {import('./types.d.ts').Pool} */ (pool.value)
  /** @type {[string, { name: string, cards: Record<string, number> }][]} */
  const all = [...Object.entries(book.decks), ...decks.value.map(own => /** @type {[string, any]} */ ([own.id, own]))]
  const [chosen, choose] = useState(all.some(([id]) => id === route.value.id) ? [route.value.id] : Object.keys(book.decks))
  const [making, setMaking] = useState(false)
  const [reasons, setReasons] = useState(/** @type {string[]} */ ([]))
  /** @type {Wishes} */
  const wishes = { ...USUAL, ...settings.value.print }
  const wish = (/** @type {Partial<Wishes>} */ change) => set({ print: { ...wishes, ...change } })
  const shift = (/** @type {0 | 1} */ axis, /** @type {string} */ typed) => {
    const mm = Math.max(-FAR, Math.min(FAR, Number(typed) || 0))
    wish({ offset: axis ? [wishes.offset[0], mm] : [mm, wishes.offset[1]] })
  }
  const make = async (/** @type {Event} */ e) => {
    e.preventDefault()
    setMaking(true)
    setReasons([])
    try {
      const wanted = all.filter(([id]) => chosen.includes(id)).map(([id, deck]) => (id in book.decks ? id : deck.cards))
      saveAs(await file('print', { ...wishes, decks: wanted }), 'casters.pdf')
    } catch (error) {
      const { message, told } = /** @type {any} */ (error)
      setReasons(told?.reasons?.length ? told.reasons : [message])
    }
    setMaking(false)
  }
  return html`<${Backdrop} /><main class="home-page print-page"><${PageHead} name=${t('go_print')} />
    <form class="sheet-like settings" onSubmit=${make}><p>${t('print_about')}</p>
      <fieldset><legend>${t('d_decks')}</legend>${all.map(([id, deck]) => html`<${Switch} key=${id} label=${deck.name} checked=${chosen.includes(id)} disabled=${!chosen.includes(id) && chosen.length >= MOST}
        onPick=${(/** @type {boolean} */ on) => choose(on ? [...chosen, id] : chosen.filter(one => one !== id))} />`)}</fieldset>
      <${Switch} label=${t('print_single')} hint=${t('print_single_hint')} checked=${wishes.single} onPick=${(/** @type {boolean} */ single) => wish({ single, bleed: single ? 3 : 0 })} />
      ${wishes.single ? null : html`<${Choice} label=${t('print_paper')} value=${wishes.paper} values=${[['a4', 'A4'], ['letter', 'Letter']]} onPick=${(/** @type {string} */ paper) => wish({ paper })} />`}
      <${Choice} label=${t('print_bleed')} value=${wishes.bleed} values=${[0, 2, 3].map(mm => [mm, `${mm} mm`])} onPick=${(/** @type {string} */ bleed) => wish({ bleed: Number(bleed) })} />
      <${Switch} label=${t('print_saving')} checked=${wishes.saving} onPick=${(/** @type {boolean} */ saving) => wish({ saving })} />
      <${Switch} label=${t('print_backs')} hint=${t('print_backs_hint')} checked=${wishes.backs} onPick=${(/** @type {boolean} */ backs) => wish({ backs })} />
      ${wishes.backs && !wishes.single ? [t('print_right'), t('print_down')].map((label, axis) => html`<label key=${axis} class="setting"><span>${label}</span><input type="number" min=${-FAR} max=${FAR} step="0.1" value=${wishes.offset[axis]} onChange=${(/** @type {any} */ e) => shift(axis ? 1 : 0, e.target.value)} /></label>`) : null}
      ${reasons.length ? html`<div class="reasons bad" role="alert"><ul>${reasons.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul></div>` : null}
      <p><button class="confirm wide" disabled=${making || !chosen.length}>${making ? t('loading') : t('print_make')}</button></p>
      <p class="quiet small">${t('print_scale')}</p></form></main>`
}
