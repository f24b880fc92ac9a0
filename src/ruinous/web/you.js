// @ts-check
/** The visitor: a name, other devices, how to be told that it is one's turn. */
import { html, useEffect, useState } from './vendor/vendor.js'
import { api, changePerson, knowPerson, say } from './net.js'
import { invitation, invited, person, set, settings } from './store.js'
import { Backdrop, PageHead } from './home.js'
import { Link } from './waiting.js'
import { t } from './strings.js'

/** Says what went wrong, or that it is done. @param {Promise<unknown>} work @param {string} done */
const report = (work, done) => work.then(() => say(t(done)), error => say(error.message))

/** One line to fill in. @param {{ label: string, type?: string, value: string, button: string, hint?: string, onSend: (value: string) => void }} props */
const Line = ({ label, type = 'text', value, button, hint = '', onSend }) => {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return html`<form class="field" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); onSend(text.trim()) }}><label><span>${label}</span><input type=${type} value=${text} maxlength="200" onInput=${(/** @type {any} */ e) => setText(e.target.value)} /></label>
    <button type="submit">${button}</button>${hint ? html`<p class="quiet small">${hint}</p>` : null}</form>`
}

/** Browsers ask for this permission only when somebody has clicked. @param {boolean} wanted */
const notify = async wanted => {
  const allowed = wanted && 'Notification' in globalThis && await Notification.requestPermission() === 'granted'
  set({ notify: allowed })
  if (wanted && !allowed) say(t('notify_refused'))
}

/** A switch of what the server sends. @param {{ way: string }} props */
const Way = ({ way }) => {
  const ways = person.value?.notices ?? []
  const turn = (/** @type {any} */ e) => report(changePerson({ notices: e.target.checked ? [...ways, way] : ways.filter(other => other !== way) }), 'saved')
  return html`<label class="check"><input type="checkbox" checked=${ways.includes(way)} onChange=${turn} /> ${t(`notify_${way}`)}</label>`
}

export const You = () => {
  const [device, setDevice] = useState(/** @type {{ link: string, svg?: string } | null} */ (null))
  useEffect(() => { knowPerson() }, [])
  const me = person.value
  if (!me) return html`<main class="home-page"><p class="quiet">${t('loading')}</p></main>`
  const mail = (/** @type {string} */ email) => report(api('me/mail', { email }), 'mail_sent')
  const leave = () => api('me/leave', {}).then(() => { person.value = null; location.hash = '#/'; location.reload() }, error => say(error.message))
  return html`<${Backdrop} /><main class="home-page you"><${PageHead} name=${t('you_title')} />
    <div class="home-columns"><section class="sheet-like"><h2>${t('your_name')}</h2><${Line} label=${t('your_name')} value=${me.name ?? ''} button=${t('save')} hint=${t('name_about')} onSend=${(/** @type {string} */ name) => report(changePerson({ name: name || null }), 'saved')} />
      <h2>${t('devices')}</h2><p class="quiet small">${t('devices_about')}</p>
      ${device ? html`<${Link} link=${device.link} svg=${device.svg} /><p class="quiet small">${t('device_once')}</p>` : html`<button onClick=${() => api('me/link', {}).then(setDevice, error => say(error.message))}>${t('device_link')}</button>`}
      <${Line} label=${t('mail')} type="email" value=${me.email ?? ''} button=${t('mail_send')} hint=${t('mail_about')} onSend=${mail} />
      <p><button onClick=${leave}>${t('forget_me')}</button></p></section>
    <section class="sheet-like"><h2>${t('notices')}</h2><p class="quiet small">${t('notices_about')}</p>
      <p><label class="check"><input type="checkbox" checked=${Boolean(settings.value.notify)} onChange=${(/** @type {any} */ e) => notify(e.target.checked)} /> ${t('notify_browser')}</label></p>
      <p><${Way} way="mail" /></p><p><${Way} way="webhook" /></p>
      <${Line} label=${t('webhook')} type="url" value=${me.webhook ?? ''} button=${t('save')} hint=${t('webhook_about')} onSend=${(/** @type {string} */ webhook) => report(changePerson({ webhook: webhook || null }), 'saved')} /></section></div></main>`
}

/** Comes in on a link of one's own. Nothing happens before the button: looking at the link must not use it up. */
export const Enter = () => {
  const enter = () => api('enter', { code: invitation.value.code }).then(() => { invited('', ''); return knowPerson() }).then(() => { location.hash = '#/' }, error => say(error.message))
  return html`<${Backdrop} /><main class="home-page nothing"><h1>${t('title')}</h1><p>${t('enter_about')}</p><p class="row"><button class="confirm" disabled=${!invitation.value.code} onClick=${enter}>${t('enter')}</button><a class="button" href="#/">${t('cancel')}</a></p></main>`
}
