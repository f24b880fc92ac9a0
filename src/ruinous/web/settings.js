// @ts-check
/** What the visitor can set for this browser. */
import { html } from './vendor/vendor.js'
import { changePerson } from './net.js'
import { person, set, settings } from './store.js'
import { Backdrop, PageHead } from './home.js'
import { Speed } from './prompt.js'
import { browserLanguage, LANGUAGES, t } from './strings.js'

const SIZES = [0.9, 1, 1.15, 1.3, 1.5]

/** One of several. @param {{ label: string, value: unknown, values: [unknown, string][], onPick: (value: string) => void }} props */
export const Choice = ({ label, value, values, onPick }) => html`<label class="setting"><span>${label}</span><select value=${value} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
  ${values.map(([one, name]) => html`<option key=${one} value=${one} selected=${one === value}>${name}</option>`)}</select></label>`

/** On or off. @param {{ label: string, hint?: string, checked: boolean, disabled?: boolean, onPick: (checked: boolean) => void }} props */
export const Switch = ({ label, hint, checked, disabled, onPick }) => html`<label class="check"><input type="checkbox" checked=${checked} disabled=${disabled} onChange=${(/** @type {any} */ e) => onPick(e.target.checked)} /> ${label}${hint ? html`<small>${hint}</small>` : null}</label>`

/** The language counts for this browser and, for those who play on several devices, for the person. @param {string} language */
const speakFrom = language => {
  set({ language })
  changePerson({ language }).catch(() => undefined)
}

export const Settings = () => html`<div class="settings">
  <${Choice} label=${t('set_language')} value=${settings.value.language ?? person.value?.language ?? browserLanguage()} values=${Object.entries(LANGUAGES)} onPick=${speakFrom} />
  <${Choice} label=${t('set_theme')} value=${settings.value.theme ?? 'system'} values=${['system', 'light', 'dark'].map(one => [one, t(`set_theme_${one}`)])} onPick=${(/** @type {string} */ theme) => set({ theme })} />
  <${Choice} label=${t('set_size')} value=${settings.value.size ?? 1} values=${SIZES.map(one => [one, `${Math.round(one * 100)} %`])} onPick=${(/** @type {string} */ size) => set({ size: Number(size) })} />
  <div class="setting"><${Speed} /></div>
  ${['still', 'patterns', 'sound', 'quick'].map(name => html`<${Switch} key=${name} label=${t(`set_${name}`)} hint=${t(`set_${name}_hint`)} checked=${settings.value[name]} onPick=${(/** @type {boolean} */ on) => set({ [name]: on })} />`)}
  <p><a class="button" href="#/you">${t('set_notices')}</a></p></div>`

export const SettingsPage = () => html`<${Backdrop} /><main class="home-page"><${PageHead} name=${t('set_title')} /><section class="sheet-like" aria-label=${t('set_title')}><${Settings} />
  <p class="quiet small">${t('set_kept')}</p></section></main>`
