// @ts-check
/** The first screen: begin a game, or come back to one. */
import { html, useEffect, useState } from './vendor/vendor.js'
import { api, say } from './net.js'
import { catalogue, decks, person, pool, set, settings } from './store.js'
import { definitions, ground } from './board.js'
import { botName, phaseName, powerName } from './describe.js'
import { Badge } from './pieces.js'
import { duration } from './seats.js'
import { dated, known, t } from './strings.js'

export const POWERS = ['khorne', 'nurgle', 'tzeentch', 'slaanesh']
export const SEATS = ['one', 'two']

/** What the server offers for a game. @param {any[]} games @param {string} name */
export const offered = (games, name) => {
  const game = games.find(g => g.name === name) ?? {}
  const options = Object.fromEntries((game.options ?? []).map((/** @type {any} */ o) => [o.name, o.values]))
  return { bots: /** @type {string[]} */ (game.bots ?? ['random']), options: /** @type {Record<string, string[]>} */ (options) }
}

/** The bot that is offered first, the strongest that thinks at once. @param {string[]} bots */
export const usual = bots => (bots.includes('rules') ? 'rules' : bots[bots.length - 1])

/** @param {string} stamp */
const when = stamp => {
  const date = new Date(typeof stamp === 'number' ? stamp * 1000 : stamp)
  return Number.isNaN(date.valueOf()) ? '' : dated(date, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Makes a table and goes there. @param {unknown} order @param {(waiting: boolean) => void} wait */
export const make = async (order, wait) => {
  wait(true)
  try {
    const made = await api('tables', order)
    location.hash = `#/table/${made.table}`
  } catch (error) {
    say(/** @type {Error} */ (error).message)
    wait(false)
  }
}

/** One of several choices as a radio button that can be seen from afar. @param {{ group: string, value: string, chosen: boolean, out?: boolean, onPick: () => void, children?: any }} props */
const Pick = ({ group, value, chosen, out = false, onPick, children }) => html`<label class=${`power-choice ${value} ${chosen ? 'chosen' : ''} ${out ? 'out' : ''}`}>
  <input type="radio" name=${group} value=${value} checked=${chosen} onChange=${onPick} />${children}</label>`

/** What bots of these levels and styles are like, each once. @param {{ bots: string[] }} props */
export const BotNotes = ({ bots }) => {
  const [levels, styles] = [0, 1].map(part => [...new Set(bots.map(bot => bot.split('+')[part]))])
  return html`<ul class="bot-notes quiet small">${levels.filter(level => known(`bot_about_${level}`)).map(level => html`<li key=${level}><b>${botName(level)}</b>: ${t(`bot_about_${level}`)}</li>`)}
    ${styles.filter(Boolean).map(style => html`<li key=${style}><b>${t(`style_${style}`)}</b>: ${t(`style_about_${style}`)}</li>`)}</ul>`
}

/** The choices of a select of bots: the levels, then each style with its levels. @param {{ bots: string[], value: string, word?: (bot: string) => string }} props */
export const BotOptions = ({ bots, value, word = botName }) => {
  const option = (/** @type {string} */ bot) => html`<option key=${bot} value=${bot} selected=${bot === value}>${word(bot)}</option>`
  const styles = [...new Set(bots.map(bot => bot.split('+')[1]))].filter(Boolean)
  return html`${bots.filter(bot => !bot.includes('+')).map(option)}${styles.map(style => html`<optgroup key=${style} label=${t(`style_${style}`)}>${bots.filter(bot => bot.endsWith(`+${style}`)).map(option)}</optgroup>`)}`
}

/** @param {{ label: string, bots: string[], value: string, none?: string, onPick: (bot: string) => void }} props */
export const BotSelect = ({ label, bots, value, none, onPick }) => html`<select aria-label=${label} value=${value} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
  ${none ? html`<option value="" disabled selected=${!value}>${none}</option>` : null}<${BotOptions} bots=${bots} value=${value} /></select>`

/** @param {{ games: any[] }} props */
const OldWorldForm = ({ games }) => {
  const book = catalogue.value
  const last = settings.value.table ?? {}
  const [seat, setSeat] = useState(/** @type {string} */ (last.seat ?? 'khorne'))
  const [players, setPlayers] = useState(/** @type {string[]} */ (last.players ?? POWERS))
  const [bots, setBots] = useState(/** @type {Record<string, string>} */ (last.bots ?? {}))
  const [edition, setEdition] = useState(/** @type {string} */ (last.edition ?? 'seed'))
  const [deck, setDeck] = useState(/** @type {string} */ (last.deck ?? 'full'))
  const [waiting, setWaiting] = useState(false)
  if (!book) return null
  const offer = offered(games, 'oldworld')
  const editions = offer.options.edition ?? ['seed', 'faq2']
  const worlds = offer.options.old_world_deck ?? ['full', 'sourced']
  const botOf = (/** @type {string} */ power) => (offer.bots.includes(bots[power]) ? bots[power] : usual(offer.bots))
  const playing = players.includes(seat) ? seat : null
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault()
    set({ table: { seat, players, bots, edition, deck } })
    make({
      game: 'oldworld', seat: playing, seed: null,
      options: { players: POWERS.filter(p => players.includes(p)), edition, old_world_deck: deck },
      bots: Object.fromEntries(players.filter(p => p !== playing).map(p => [p, botOf(p)])),
    }, setWaiting)
  }
  const toggle = (/** @type {string} */ power) => {
    const after = players.includes(power) ? players.filter(p => p !== power) : POWERS.filter(p => p === power || players.includes(p))
    if (after.length < 3) say(t('need_three'))
    else setPlayers(after)
  }
  return html`<form onSubmit=${begin}>
    <fieldset><legend>${t('your_power')}</legend><div class="powers">
      ${POWERS.map(power => html`<${Pick} key=${power} group="seat" value=${power} chosen=${seat === power} out=${!players.includes(power)}
        onPick=${() => { setSeat(power); if (!players.includes(power)) toggle(power) }}><${Badge} power=${power} /><b>${powerName(book, power)}</b><//>`)}
      <${Pick} group="seat" value="watch" chosen=${!POWERS.includes(seat)} onPick=${() => setSeat('watch')}><b>${t('watch_short')}</b><small>${t('watch')}</small><//>
    </div>${playing ? html`<p class="quiet small">${t('dial')}: ${book.conditions[playing]}</p>` : null}</fieldset>
    <fieldset><legend>${t('opponents')}</legend><table class="opponents"><tbody>
      ${POWERS.map(power => html`<tr key=${power}><td><label class="check"><input type="checkbox" checked=${players.includes(power)} disabled=${seat === power} onChange=${() => toggle(power)} /><${Badge} power=${power} /> ${powerName(book, power)}<span class="hidden"> ${t('takes_part')}</span></label></td>
        <td>${playing === power ? html`<em>${t('played_by_you')}</em>` : players.includes(power) ? html`<${BotSelect} label=${`${t('opponents')}: ${powerName(book, power)}`} bots=${offer.bots} value=${botOf(power)} onPick=${(/** @type {string} */ bot) => setBots({ ...bots, [power]: bot })} />` : html`<span class="quiet">–</span>`}</td></tr>`)}
    </tbody></table><${BotNotes} bots=${players.filter(p => p !== playing).map(botOf)} /></fieldset>
    <fieldset class="pair"><label><span>${t('edition')}</span><select value=${edition} onChange=${(/** @type {any} */ e) => setEdition(e.target.value)}>${editions.map(v => html`<option key=${v} value=${v} selected=${v === edition}>${t(`edition_${v}`)}</option>`)}</select></label>
      <label><span>${t('old_world_deck')}</span><select value=${deck} onChange=${(/** @type {any} */ e) => setDeck(e.target.value)}>${worlds.map(v => html`<option key=${v} value=${v} selected=${v === deck}>${t(`old_world_deck_${v}`)}</option>`)}</select></label></fieldset>
    <button class="confirm wide" type="submit" disabled=${waiting}>${playing ? t('start') : t('start_watch')}</button>
  </form>`
}

/** How many cards a deck has. @param {Record<string, number>} cards */
const size = cards => Object.values(cards).reduce((sum, n) => sum + n, 0)

/** A deck of one's own that can be played. @param {import('./types.d.ts').OwnDeck} own */
const whole = own => size(own.cards) === pool.value?.limits.size
/** The deck of a seat: one of its own that is gone or not finished any more is replaced. @param {Record<string, string>} chosen @param {string} side */
const deckOf = (chosen, side) => (pool.value?.decks[chosen[side]] || decks.value.some(own => own.id === chosen[side] && whole(own)) ? chosen[side] : side === 'one' ? '1' : '2')
/** A deck as an order for a table names it. @param {Record<string, string>} chosen @param {string} side */
export const deckOrder = (chosen, side) => decks.value.find(own => own.id === deckOf(chosen, side))?.cards ?? deckOf(chosen, side)

/** @param {{ side: string, chosen: Record<string, string>, onPick: (deck: string) => void }} props */
export const DeckSelect = ({ side, chosen, onPick }) => {
  const book = pool.value
  const now = deckOf(chosen, side)
  return book && html`<select class="deck-select" aria-label=${t('c_deck_for', { player: book.players[side] })} value=${now} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
    ${Object.entries(book.decks).map(([id, deck]) => html`<option key=${id} value=${id} selected=${now === id}>${t('c_built_in', { name: deck.name, deck: id })}</option>`)}
    ${decks.value.length ? html`<optgroup label=${t('c_own_decks')}>${decks.value.map(own => html`<option key=${own.id} value=${own.id} disabled=${!whole(own)} selected=${now === own.id}>${whole(own) ? own.name : t('c_own_unfinished', { name: own.name, n: size(own.cards) })}</option>`)}</optgroup>` : null}</select>`
}

/** @param {{ games: any[] }} props */
const CastersForm = ({ games }) => {
  const book = pool.value
  const last = settings.value.casters ?? {}
  const [seat, setSeat] = useState(/** @type {string} */ (last.seat ?? 'one'))
  const [chosen, setChosen] = useState(/** @type {Record<string, string>} */ ({ one: '1', two: '2', ...last.decks }))
  const [bots, setBots] = useState(/** @type {Record<string, string>} */ (last.bots ?? {}))
  const [waiting, setWaiting] = useState(false)
  if (!book) return null
  const offer = offered(games, 'casters')
  const botOf = (/** @type {string} */ side) => (offer.bots.includes(bots[side]) ? bots[side] : usual(offer.bots))
  const playing = SEATS.includes(seat) ? seat : null
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault()
    set({ casters: { seat, decks: chosen, bots } })
    make({ game: 'casters', seat: playing, seed: null, options: { deck1: deckOrder(chosen, 'one'), deck2: deckOrder(chosen, 'two') }, bots: Object.fromEntries(SEATS.filter(side => side !== playing).map(side => [side, botOf(side)])) }, setWaiting)
  }
  return html`<form onSubmit=${begin}>
    <fieldset><legend>${t('c_your_seat')}</legend><div class="powers seats">
      ${SEATS.map(side => html`<${Pick} key=${side} group="side" value=${side} chosen=${seat === side} onPick=${() => setSeat(side)}><${Badge} power=${side} /><b>${book.players[side]}</b><//>`)}
      <${Pick} group="side" value="watch" chosen=${!playing} onPick=${() => setSeat('watch')}><b>${t('watch_short')}</b><small>${t('watch')}</small><//>
    </div><p class="quiet small">${t('c_seat_hint')}</p></fieldset>
    <fieldset><legend>${t('c_decks_and_players')}</legend><div class="seat-rows">
      ${SEATS.map(side => html`<div key=${side} class="seat-row"><span class="seat-name"><${Badge} power=${side} /> ${book.players[side]}</span>
        <${DeckSelect} side=${side} chosen=${chosen} onPick=${(/** @type {string} */ deck) => setChosen({ ...chosen, [side]: deck })} />
        ${playing === side ? html`<em>${t('played_by_you')}</em>` : html`<${BotSelect} label=${t('c_player_for', { player: book.players[side] })} bots=${offer.bots} value=${botOf(side)} onPick=${(/** @type {string} */ bot) => setBots({ ...bots, [side]: bot })} />`}</div>`)}
    </div><${BotNotes} bots=${SEATS.filter(side => side !== playing).map(botOf)} /><a class="button" href="#/decks">${t('c_build')}</a></fieldset>
    <button class="confirm wide" type="submit" disabled=${waiting}>${playing ? t('start') : t('start_watch')}</button>
  </form>`
}

/** The visitor's seats: one, several on one screen, none. @param {any} table @returns {string[]} */
export const seatsOf = table => [table.seat ?? []].flat()
/** Whether a game waits for the visitor. @param {any} table */
const ours = table => !table.over && table.stage !== 'waiting' && Boolean(table.to_move) && seatsOf(table).includes(table.to_move)

/** A game of one's own, with what to expect there. @param {{ table: any }} props */
const Own = ({ table }) => {
  const book = catalogue.value
  const cards = pool.value
  if (!book || !cards) return null
  const casters = table.game === 'casters'
  const named = (/** @type {string} */ seat) => (casters ? cards.players[seat] : powerName(book, seat))
  const seats = seatsOf(table)
  const now = table.over ? t('over') : table.stage === 'waiting' ? t('waiting_title') : `${casters && !table.round ? '' : `${t('round_short', { round: table.round })}, `}${phaseName(table.game, table.phase)}`
  const turn = table.over || table.stage === 'waiting' || !table.to_move ? '' : ours(table) ? t('your_turn') : t('turn_of', { name: table.mover ?? named(table.to_move) })
  const left = table.clock?.deadline && ours(table) ? t('clock_left', { time: duration((Date.parse(table.clock.deadline) - Date.now()) / 1000) }) : ''
  return html`<li class=${ours(table) ? 'ours' : ''}><a href=${`#/table/${table.table}`}>${seats.map(seat => html`<${Badge} key=${seat} power=${seat} />`)}
    <span><b>${seats.length ? seats.map(named).join(', ') : t('watching')}</b><small>${casters ? cards.title : book.title}</small><small>${[now, turn, left].filter(Boolean).join(' · ')}</small></span>
    <time>${when(table.updated)}</time></a></li>`
}

/** A table that waits for people. @param {{ offer: import('./types.d.ts').Offer }} props */
const Open = ({ offer }) => {
  const seats = Object.entries(offer.seats)
  return html`<li><a href=${`#/table/${offer.table}`}><span><b>${(offer.game === 'casters' ? pool.value?.title : catalogue.value?.title) ?? offer.game}</b>
      <small>${[offer.host ?? t('guest'), t(offer.clock ? `clock_short_${offer.clock}` : 'clock_short_none'), t('seats_open', { n: seats.filter(([, seat]) => seat.open).length })].join(' · ')}</small></span>
    <span class="seat-badges">${seats.map(([seat, info]) => html`<i key=${seat} class=${info.open ? 'open' : ''}><${Badge} power=${seat} /></i>`)}</span><em>${t('join')}</em></a></li>`
}

/** The tables in the lobby. */
export const Lobby = () => {
  const [offers, setOffers] = useState(/** @type {import('./types.d.ts').Offer[] | null} */ (null))
  useEffect(() => {
    const look = () => { if (!document.hidden) api('lobby').then(setOffers, () => {}) }
    look()
    const timer = setInterval(look, 5000)
    return () => clearInterval(timer)
  }, [])
  return offers?.length ? html`<ul class="tables">${offers.map(offer => html`<${Open} key=${offer.table} offer=${offer} />`)}</ul>` : html`<p class="quiet small">${t('lobby_empty')}</p>`
}

/** Which of the two games. @param {{ game: string, onPick: (game: string) => void }} props */
export const GameChoice = ({ game, onPick }) => html`<div class="game-choice" role="radiogroup" aria-label=${t('game')}>${[['oldworld', catalogue.value?.title], ['casters', pool.value?.title]].map(([name, title]) => html`<label key=${name} class=${game === name ? 'chosen' : ''}>
  <input type="radio" name="game" value=${name} checked=${game === name} onChange=${() => onPick(name ?? '')} />${title}</label>`)}</div>`

/** The map, faint, behind a screen. */
export const Backdrop = () => html`<svg class="backdrop" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${definitions}${ground}</svg>`

/** The head of a screen: the way home, and what it is. @param {{ name: string | undefined }} props */
export const PageHead = ({ name }) => html`<header class="page-head"><a class="home" href="#/" aria-label=${t('home')} title=${t('home')}>R</a><h1>${name}</h1></header>`

/** Other screens, by their addresses. */
const ELSEWHERE = ['guide', 'reference', 'decks', 'print', 'replay', 'companion', 'statistics', 'you', 'settings']

/** What an address says, once it has answered: a server that is away is asked again. @param {string} path @returns {any} */
export const useAnswer = path => {
  const [found, setFound] = useState(null)
  useEffect(() => {
    let timer = 0
    const look = () => api(path).then(setFound, error => {
      say(error.message)
      if (!error.told) timer = setTimeout(look, 2000)
    })
    look()
    return () => clearTimeout(timer)
  }, [path])
  return found
}

export const Home = () => {
  const games = useAnswer('games')
  const [tables, setTables] = useState(/** @type {any[] | null} */ (null))
  const game = settings.value.game === 'casters' ? 'casters' : 'oldworld'
  useEffect(() => {
    const look = () => { if (!document.hidden) api('tables').then(setTables, () => setTables(found => found ?? [])) }
    look()
    const timer = setInterval(look, 10_000)
    return () => clearInterval(timer)
  }, [])
  if (!catalogue.value || !pool.value || !games) return html`<main class="home-page"><p class="quiet">${t('loading')}</p></main>`
  const waiting = tables?.filter(ours)
  return html`<${Backdrop} /><main class="home-page">
    <header class="title"><h1>${t('title')}</h1><p>${t('tagline')}</p></header>
    ${waiting?.length ? html`<a class="your-turn" href=${`#/table/${waiting[0].table}`}><b>${t('your_turn')}</b> <span>${t('games_wait', { n: waiting.length })}</span></a>` : null}
    <div class="home-columns">
    <section class="sheet-like new-game"><div class="new-head"><h2>${t('new_game')}</h2>${tables?.length === 0 ? html`<a class="button" href=${`#/guide/${game}`}>${t('go_guide')}</a>` : null}</div>
      <${GameChoice} game=${game} onPick=${(/** @type {string} */ name) => set({ game: name })} />
      ${game === 'casters' ? html`<${CastersForm} games=${games} />` : html`<${OldWorldForm} games=${games} />`}
    </section>
    <div class="home-side"><section class="sheet-like"><h2>${t('with_friends')}</h2><p class="quiet small">${t('with_friends_about')}</p><a class="button confirm wide" href="#/friends">${t('new_table')}</a>
      <h3>${t('lobby')}</h3><${Lobby} /></section>
    <section class="sheet-like"><h2>${t('your_games')}</h2>
      ${tables === null ? html`<p class="quiet">${t('loading')}</p>` : tables.length === 0 ? html`<p class="quiet">${t('no_games')}</p>`
        : html`<ul class="tables">${[...tables].sort((a, b) => Number(ours(b)) - Number(ours(a))).map(table => html`<${Own} key=${table.table} table=${table} />`)}</ul>`}
    </section></div></div>
    <nav class="elsewhere" aria-label=${t('elsewhere')}>${ELSEWHERE.map(page => html`<a key=${page} class="button" href=${`#/${page}`}>${page === 'you' && person.value?.name ? person.value.name : t(`go_${page}`)}</a>`)}</nav>
    <footer class="quiet">${t('unofficial')}</footer>
  </main>`
}
