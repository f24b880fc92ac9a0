// @ts-check
/** A table for several people: who may sit where, how fast, under which rules. */
import { html, useState } from './vendor/vendor.js'
import { say } from './net.js'
import { catalogue, pool, set, settings } from './store.js'
import { Backdrop, BotNotes, BotOptions, deckOrder, DeckSelect, GameChoice, Lobby, make, offered, PageHead, POWERS, SEATS, useAnswer, usual } from './home.js'
import { NameField, takeName } from './waiting.js'
import { botName, powerName } from './describe.js'
import { Badge } from './pieces.js'
import { t } from './strings.js'

const CLOCKS = ['none', 'live', 'day', 'week']

/** What an order says of the seats: who plays each. @param {Record<string, string>} seats @param {string[]} names */
const seated = (seats, names) => ({
  seat: names.filter(seat => seats[seat] === 'me'),
  open: names.filter(seat => seats[seat] === 'open'),
  bots: Object.fromEntries(names.filter(seat => !['me', 'open'].includes(seats[seat])).map(seat => [seat, seats[seat]])),
})

/** @param {{ games: any[] }} props */
const Form = ({ games }) => {
  const last = settings.value.friends ?? {}
  const [game, setGame] = useState(/** @type {string} */ (last.game ?? settings.value.game ?? 'oldworld'))
  const [chosen, setChosen] = useState(/** @type {Record<string, Record<string, string>>} */ (last.seats ?? {}))
  const [decks, setDecks] = useState(/** @type {Record<string, string>} */ (last.decks ?? { one: '1', two: '2' }))
  const [edition, setEdition] = useState(/** @type {string} */ (last.edition ?? 'seed'))
  const [world, setWorld] = useState(/** @type {string} */ (last.world ?? 'full'))
  const [clock, setClock] = useState(/** @type {string} */ (last.clock ?? 'none'))
  const [listed, setListed] = useState(Boolean(last.listed))
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const book = catalogue.value
  const cards = pool.value
  if (!book || !cards) return null
  const old = game === 'oldworld'
  const names = old ? POWERS : SEATS
  const offer = offered(games, game)
  const usually = (/** @type {number} */ i) => (i === 0 ? 'me' : i === 1 ? 'open' : usual(offer.bots))
  const allowed = ['me', 'open', ...(old ? ['out'] : []), ...offer.bots]
  const seats = Object.fromEntries(names.map((seat, i) => [seat, allowed.includes(chosen[game]?.[seat]) ? chosen[game][seat] : usually(i)]))
  const taking = names.filter(seat => seats[seat] !== 'out')
  const order = seated(seats, taking)
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault()
    if (taking.length < 3 && old) return say(t('need_three'))
    set({ friends: { game, seats: { ...chosen, [game]: seats }, decks, edition, world, clock, listed } })
    setBusy(true)
    try {
      await takeName(name)
      await make({
        game, seed: null, ...order, private: !listed, clock: clock === 'none' ? null : clock,
        options: old ? { players: taking, edition, old_world_deck: world } : { deck1: deckOrder(decks, 'one'), deck2: deckOrder(decks, 'two') },
      }, setBusy)
    } catch (error) {
      say(/** @type {Error} */ (error).message)
      setBusy(false)
    }
  }
  const word = (/** @type {string} */ who) => (['me', 'open', 'out'].includes(who) ? t(`seat_is_${who}`) : t('seat_is_bot', { bot: botName(who) }))
  const several = order.seat.length > 1
  return html`<form onSubmit=${send}><${GameChoice} game=${game} onPick=${setGame} />
    <${NameField} name=${name} onName=${setName} />
    <fieldset><legend>${t('who_plays')}</legend><div class="friend-rows">${names.map(seat => html`<div key=${seat} class=${`friend-row ${old ? '' : 'with-deck'}`}><span class="seat-name"><${Badge} power=${seat} /> ${old ? powerName(book, seat) : cards.players[seat]}</span>
      <select aria-label=${t('who_plays_seat', { seat: old ? powerName(book, seat) : cards.players[seat] })} value=${seats[seat]} onChange=${(/** @type {any} */ e) => setChosen({ ...chosen, [game]: { ...seats, [seat]: e.target.value } })}>
        <${BotOptions} bots=${allowed} value=${seats[seat]} word=${word} /></select>
      ${old ? null : html`<${DeckSelect} side=${seat} chosen=${decks} onPick=${(/** @type {string} */ deck) => setDecks({ ...decks, [seat]: deck })} />`}</div>`)}</div>
      ${several ? html`<p class="quiet small">${t('one_screen')}</p>` : null}<${BotNotes} bots=${Object.values(order.bots)} /></fieldset>
    <fieldset class="pair"><label><span>${t('clock')}</span><select value=${clock} onChange=${(/** @type {any} */ e) => setClock(e.target.value)}>${CLOCKS.map(pace => html`<option key=${pace} value=${pace} selected=${pace === clock}>${t(`clock_short_${pace}`)}</option>`)}</select></label>
      ${old ? html`<label><span>${t('edition')}</span><select value=${edition} onChange=${(/** @type {any} */ e) => setEdition(e.target.value)}>${(offer.options.edition ?? []).map(v => html`<option key=${v} value=${v} selected=${v === edition}>${t(`edition_${v}`)}</option>`)}</select></label>
        <label><span>${t('old_world_deck')}</span><select value=${world} onChange=${(/** @type {any} */ e) => setWorld(e.target.value)}>${(offer.options.old_world_deck ?? []).map(v => html`<option key=${v} value=${v} selected=${v === world}>${t(`old_world_deck_${v}`)}</option>`)}</select></label>` : null}</fieldset>
    <p class="quiet small">${t(`clock_${clock}`)}</p>
    ${order.open.length ? html`<label class="check"><input type="checkbox" checked=${listed} onChange=${(/** @type {any} */ e) => setListed(e.target.checked)} /> ${t('in_lobby')}</label>` : null}
    <button class="confirm wide" type="submit" disabled=${busy}>${t(order.open.length ? 'make_table' : 'start')}</button></form>`
}

export const Friends = () => {
  const games = useAnswer('games')
  if (!games) return html`<main class="home-page"><p class="quiet">${t('loading')}</p></main>`
  return html`<${Backdrop} /><main class="home-page friends"><${PageHead} name=${t('with_friends')} />
    <div class="home-columns"><section class="sheet-like"><h2>${t('new_table')}</h2><${Form} games=${games} /></section>
    <section class="sheet-like"><h2>${t('lobby')}</h2><${Lobby} /></section></div></main>`
}
