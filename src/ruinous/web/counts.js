// @ts-check
/** Statistics and ratings: who wins how often with what, the visitor and everybody. */
import { html } from './vendor/vendor.js'
import { catalogue, person, pool } from './store.js'
import { powerName } from './describe.js'
import { Backdrop, PageHead, useAnswer } from './home.js'
import { Badge } from './pieces.js'
import { t } from './strings.js'

/** @typedef {{ game: string, seat: string, players: number, games: number, won: number, low: number, high: number }} Count */

const TITLES = ['oldworld', 'casters']
const ORDER = ['khorne', 'nurgle', 'tzeentch', 'slaanesh', 'deck_1', 'deck_2', 'own']
/** Wide enough for a bar of a whole percent to be seen. */
const WIDE = 200

/** The name of a game. @param {string} game */
const title = game => (game === 'casters' ? pool.value?.title : catalogue.value?.title) ?? game

/** A Power, or a deck. @param {Count} count */
const named = count => {
  const book = catalogue.value
  const deck = count.seat.replace(/^deck_/, '')
  if (book?.powers[/** @type {import('./types.d.ts').Power} */ (count.seat)]) return powerName(book, count.seat)
  return pool.value?.decks[deck]?.name ?? t('own_deck')
}

const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`

/** A share with its interval, and the share that falls to everybody where all are equal. @param {{ count: Count }} props */
const Bar = ({ count }) => html`<svg class="share" viewBox=${`0 0 ${WIDE} 18`} aria-hidden="true"><rect class="ground" width=${WIDE} height="18" rx="3" />
  <rect class="interval" x=${WIDE * count.low} width=${Math.max(2, WIDE * (count.high - count.low))} height="18" rx="3" />
  <path class="par" d=${`M${WIDE / count.players} 0v18`} /><path class="value" d=${`M${WIDE * count.won / count.games} 1v16`} /></svg>`

/** @param {{ counts: Count[], label: string }} props */
const Counts = ({ counts, label }) => (counts.length === 0 ? html`<p class="quiet">${t('no_results')}</p>`
  : html`<div class="wide-table" tabindex="0" role="region" aria-label=${label}><table class="tally"><caption class="hidden">${label}</caption><thead><tr><th scope="col">${t('with_what')}</th><th scope="col">${t('players_short')}</th><th scope="col">${t('games_won')}</th><th scope="col">${t('share_won')}</th></tr></thead>
  <tbody>${counts.map(count => html`<tr key=${`${count.seat} ${count.players}`}><th scope="row">${count.game === 'oldworld' ? html`<${Badge} power=${count.seat} /> ` : null}${named(count)}</th><td>${count.players}</td>
    <td>${t('won_of', { won: Math.round(10 * count.won) / 10, games: count.games })}</td><td><${Bar} count=${count} /> <b>${percent(count.won / count.games)}</b> <small>${t('between', { low: percent(count.low), high: percent(count.high) })}</small></td></tr>`)}</tbody></table></div>`)

/** @param {{ rows: { name: string, rating: number, games: number }[] }} props */
const Ratings = ({ rows }) => (rows.length === 0 ? html`<p class="quiet">${t('no_ratings')}</p>`
  : html`<ol class="ratings">${rows.map((row, place) => html`<li key=${place} class=${row.name === person.value?.name ? 'mine' : ''}><b>${row.name}</b> <span>${row.rating}</span> <small>${t('games_n', { n: row.games })}</small></li>`)}</ol>`)

/** @param {{ game: string, mine: Count[] | null, all: Count[] | null }} props */
const Title = ({ game, mine, all }) => {
  const best = useAnswer(`ratings/${game}`)
  if (!mine || !all || !best) return html`<p class="quiet">${t('loading')}</p>`
  const of = (/** @type {Count[]} */ counts) => counts.filter(count => count.game === game).sort((a, b) => a.players - b.players || ORDER.indexOf(a.seat) - ORDER.indexOf(b.seat))
  return html`<section class="sheet-like"><h2>${title(game)}</h2><h3>${t('your_results')}</h3><${Counts} counts=${of(mine)} label=${t('your_results')} />
    <h3>${t('all_results')}</h3><${Counts} counts=${of(all)} label=${t('all_results')} /><h3>${t('ratings')}</h3><${Ratings} rows=${best} /></section>`
}

export const Statistics = () => {
  const mine = useAnswer('me/statistics')
  const all = useAnswer('statistics')
  return html`<${Backdrop} /><main class="home-page counted"><${PageHead} name=${t('statistics')} />
  ${TITLES.map(game => html`<${Title} key=${game} game=${game} mine=${mine} all=${all} />`)}<p class="quiet small sheet-like">${t('counts_about')}</p></main>`
}
