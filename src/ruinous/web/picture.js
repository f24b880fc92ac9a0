// @ts-check
/** A picture of what is drawn: an SVG of the page becomes a PNG to save or to paste. */
import { say } from './net.js'
import { t } from './strings.js'

/** What of a computed style makes the look of a drawing. */
const LOOK = ['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap', 'stroke-opacity', 'paint-order', 'opacity', 'font-family', 'font-size', 'font-weight', 'letter-spacing', 'text-anchor', 'color', 'visibility', 'display']
/** Faces that the drawing is written in; a picture has to carry its own. */
const FACES = [['Cinzel', 600, 'cinzel-latin-600-normal'], ['Hyper', 700, 'atkinson-hyperlegible-next-latin-700-normal'], ['Hyper', 400, 'atkinson-hyperlegible-next-latin-400-normal']]

/** A file of the page as a data address. @param {string} address */
const carried = async address => {
  const blob = await (await fetch(address)).blob()
  return new Promise(done => {
    const reader = new FileReader()
    reader.onload = () => done(/** @type {string} */ (reader.result))
    reader.readAsDataURL(blob)
  })
}

/** Gives a copy the looks that the original has on the page. @param {Element} from @param {Element} to */
const dress = (from, to) => {
  const style = getComputedStyle(from)
  for (const name of LOOK) {
    const value = style.getPropertyValue(name)
    if (value) to.setAttribute(name, value)
  }
  to.removeAttribute('class')
  if (['text', 'tspan'].includes(from.nodeName) && !from.children.length && style.textTransform === 'uppercase') to.textContent = (from.textContent ?? '').toUpperCase()
  for (let i = 0; i < from.children.length; i += 1) dress(from.children[i], to.children[i])
}

/** The drawing as a file of its own, with nothing that it would have to fetch. @param {SVGSVGElement} drawing @param {number} wide */
const standalone = async (drawing, wide) => {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true))
  dress(drawing, copy)
  const { width, height } = drawing.viewBox.baseVal
  copy.setAttribute('width', String(wide))
  copy.setAttribute('height', String(Math.round(wide * height / width)))
  for (const image of copy.querySelectorAll('image')) image.setAttribute('href', await carried(image.getAttribute('href') ?? ''))
  const faces = document.createElementNS(drawing.namespaceURI, 'style')
  const rules = await Promise.all(FACES.map(async ([family, weight, file]) => `@font-face{font-family:${family};font-weight:${weight};src:url(${await carried(new URL(`./vendor/${file}.woff2`, import.meta.url).href)})}`))
  faces.textContent = rules.join('')
  copy.prepend(faces)
  return new XMLSerializer().serializeToString(copy)
}

/** Width of a picture, and the height of a line below it. */
const WIDE = 1600
const LINE = 34

/** The drawing as pixels, with lines of words below it. @param {SVGSVGElement} drawing @param {string[]} captions @returns {Promise<Blob>} */
export const pixels = async (drawing, captions) => {
  const text = await standalone(drawing, WIDE)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height + (captions.length ? captions.length * LINE + 24 : 0)
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'))
  // The bar on top has the colours of paper and ink, whatever the theme.
  const look = getComputedStyle(document.querySelector('.prompt') ?? document.body)
  pen.fillStyle = look.backgroundColor
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(image, 0, 0)
  pen.fillStyle = look.color
  pen.font = `24px ${look.fontFamily}`
  captions.forEach((line, i) => pen.fillText(line, 28, image.height + 12 + (i + 0.75) * LINE))
  return new Promise((done, fail) => canvas.toBlob(blob => (blob ? done(blob) : fail(new Error(t('k_no_picture')))), 'image/png'))
}

/** Hands something to the visitor as a file. @param {Blob} blob @param {string} name */
export const saveAs = (blob, name) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Puts the picture where it can be pasted from. @param {SVGSVGElement} drawing @param {string[]} captions */
export const copyPicture = async (drawing, captions) => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pixels(drawing, captions) })])
    say(t('k_picture_copied'))
  } catch {
    saveAs(await pixels(drawing, captions), 'ruinous.png')
  }
}
