// @ts-check
/** The first screen: begin a game, or come back to one. */
import { html, useEffect, useState } from './vendor/vendor.js'
import { api, say } from './net.js'
import { catalogue, set, settings } from './store.js'
import { definitions, ground } from './board.js'
import { powerName } from './describe.js'
import { Badge } from './pieces.js'
import { known, t } from './strings.js'

const POWERS = ['khorne', 'nurgle', 'tzeentch', 'slaanesh']

/** What the server offers, whatever else it says. @param {any} games */
const offered = games => {
  const list = Array.isArray(games) ? games : games?.games ?? []
  const game = list.find((/** @type {any} */ g) => g.name === 'oldworld' || g.game === 'oldworld') ?? {}
  const options = Object.fromEntries((game.options ?? []).map((/** @type {any} */ o) => [o.name, o]))
  return { bots: /** @type {string[]} */ ((game.bots ?? ['random']).map((/** @type {any} */ b) => b.name ?? b)), editions: options.edition?.values ?? ['seed', 'faq2'], decks: options.old_world_deck?.values ?? ['full', 'sourced'] }
}

/** @param {string} bot */
const botName = bot => (known(`bot_${bot}`) ? t(`bot_${bot}`) : bot)

/** @param {string} stamp */
const when = stamp => {
  const date = new Date(typeof stamp === 'number' ? stamp * 1000 : stamp)
  return Number.isNaN(date.valueOf()) ? '' : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

export const Home = () => {
  const book = catalogue.value
  const last = settings.value.table ?? {}
  const [games, setGames] = useState(/** @type {any} */ (null))
  const [tables, setTables] = useState(/** @type {any[] | null} */ (null))
  const [seat, setSeat] = useState(/** @type {string} */ (last.seat ?? 'khorne'))
  const [players, setPlayers] = useState(/** @type {string[]} */ (last.players ?? POWERS))
  const [bots, setBots] = useState(/** @type {Record<string, string>} */ (last.bots ?? {}))
  const [edition, setEdition] = useState(/** @type {string} */ (last.edition ?? 'seed'))
  const [deck, setDeck] = useState(/** @type {string} */ (last.deck ?? 'full'))
  const [waiting, setWaiting] = useState(false)
  useEffect(() => {
    api('games').then(setGames, error => say(error.message))
    api('tables').then(found => setTables(Array.isArray(found) ? found : found.tables ?? []), () => setTables([]))
  }, [])
  if (!book || !games) return html`<main class="home-page"><p class="quiet">${t('loading')}</p></main>`
  const offer = offered(games)
  const strongest = offer.bots.includes('rules') ? 'rules' : offer.bots[offer.bots.length - 1]
  const botOf = (/** @type {string} */ power) => (offer.bots.includes(bots[power]) ? bots[power] : strongest)
  const playing = players.includes(seat) ? seat : null
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault()
    setWaiting(true)
    set({ table: { seat, players, bots, edition, deck } })
    try {
      const made = await api('tables', {
        game: 'oldworld', seat: playing, seed: null,
        options: { players: POWERS.filter(p => players.includes(p)), edition, old_world_deck: deck },
        bots: Object.fromEntries(players.filter(p => p !== playing).map(p => [p, botOf(p)])),
      })
      location.hash = `#/table/${made.table}`
    } catch (error) {
      say(/** @type {Error} */ (error).message)
      setWaiting(false)
    }
  }
  const toggle = (/** @type {string} */ power) => {
    const after = players.includes(power) ? players.filter(p => p !== power) : POWERS.filter(p => p === power || players.includes(p))
    if (after.length < 3) say(t('need_three'))
    else setPlayers(after)
  }
  return html`<svg class="backdrop" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${definitions}${ground}</svg><main class="home-page">
    <header class="title"><h1>${t('title')}</h1><p>${t('tagline')}</p></header>
    <div class="home-columns">
    <form class="sheet-like" onSubmit=${begin}>
      <h2>${t('new_game')}</h2>
      <fieldset><legend>${t('your_power')}</legend><div class="powers">
        ${POWERS.map(power => html`<label key=${power} class=${`power-choice ${power} ${seat === power ? 'chosen' : ''} ${players.includes(power) ? '' : 'out'}`}>
          <input type="radio" name="seat" value=${power} checked=${seat === power} onChange=${() => { setSeat(power); if (!players.includes(power)) toggle(power) }} />
          <${Badge} power=${power} /><b>${powerName(book, power)}</b></label>`)}
        <label class=${`power-choice watch ${POWERS.includes(seat) ? '' : 'chosen'}`}><input type="radio" name="seat" value="watch" checked=${!POWERS.includes(seat)} onChange=${() => setSeat('watch')} /><b>${t('watch_short')}</b><small>${t('watch')}</small></label>
      </div>${playing ? html`<p class="quiet small">${t('dial')}: ${book.conditions[playing]}</p>` : null}</fieldset>
      <fieldset><legend>${t('opponents')}</legend><table class="opponents"><tbody>
        ${POWERS.map(power => html`<tr key=${power}><td><label class="check"><input type="checkbox" checked=${players.includes(power)} disabled=${seat === power} onChange=${() => toggle(power)} /><${Badge} power=${power} /> ${powerName(book, power)}<span class="hidden"> ${t('takes_part')}</span></label></td>
          <td>${playing === power ? html`<em>${t('played_by_you')}</em>` : players.includes(power) ? html`<select aria-label=${`${t('opponents')}: ${powerName(book, power)}`} value=${botOf(power)} onChange=${(/** @type {any} */ e) => setBots({ ...bots, [power]: e.target.value })}>
            ${offer.bots.map(bot => html`<option key=${bot} value=${bot} selected=${bot === botOf(power)}>${botName(bot)}</option>`)}</select>` : html`<span class="quiet">–</span>`}</td></tr>`)}
      </tbody></table></fieldset>
      <fieldset class="two"><label><span>${t('edition')}</span><select value=${edition} onChange=${(/** @type {any} */ e) => setEdition(e.target.value)}>${offer.editions.map((/** @type {string} */ v) => html`<option key=${v} value=${v} selected=${v === edition}>${t(`edition_${v}`)}</option>`)}</select></label>
        <label><span>${t('old_world_deck')}</span><select value=${deck} onChange=${(/** @type {any} */ e) => setDeck(e.target.value)}>${offer.decks.map((/** @type {string} */ v) => html`<option key=${v} value=${v} selected=${v === deck}>${t(`old_world_deck_${v}`)}</option>`)}</select></label></fieldset>
      <button class="confirm wide" type="submit" disabled=${waiting}>${playing ? t('start') : t('start_watch')}</button>
    </form>
    <section class="sheet-like"><h2>${t('your_games')}</h2>
      ${tables === null ? html`<p class="quiet">${t('loading')}</p>` : tables.length === 0 ? html`<p class="quiet">${t('no_games')}</p>`
        : html`<ul class="tables">${tables.map(table => html`<li key=${table.table}><a href=${`#/table/${table.table}`}>${table.seat ? html`<${Badge} power=${table.seat} />` : null}
          <span><b>${table.seat ? powerName(book, table.seat) : t('watching')}</b><small>${table.over ? t('over') : `${t('round_short', { round: table.round })}, ${t(`phase_${table.phase}`)}`}${!table.over && table.to_move && table.to_move === table.seat ? ` · ${t('your_turn')}` : ''}</small></span>
          <time>${when(table.updated)}</time></a></li>`)}</ul>`}
    </section></div>
    <footer class="quiet">${t('unofficial')}</footer>
  </main>`
}
