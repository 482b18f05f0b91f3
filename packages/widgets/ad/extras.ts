import type { StickySide } from '@mille/api/constants.ts'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import { warnOnce } from '../shared/registry.ts'
import pictureStyles from './pictures.css?inline'
import stickyStyles from './sticky.css?inline'

export type AdPictures = NonNullable<AdCreative['pictures']>

const sheets = new Map<string, CSSStyleSheet>()

/**
 * What few ads need, so that the ad's own file is without it: the advertiser's pictures, what makes an ad stay on the
 * screen, and a word to the page's developer. It shares nothing with that file, which could then not be one.
 */
export function addExtras(root: ShadowRoot, decision: Decision, close: () => void): void {
  const { unit, creative, reason, position, stickySide } = decision
  if (creative?.pictures) drawPictures(root, creative.pictures)
  if (position === 'sticky') stick(root, stickySide, close)
  if (reason) warnOnce(`mille-ad ${unit} is empty: ${reason}`)
}

function stick(root: ShadowRoot, side: StickySide, close: () => void): void {
  addSheet(root, stickyStyles)
  root.querySelector('.ad')?.classList.add('sticky', side)
  const button = document.createElement('button')
  Object.assign(button, {
    className: 'close',
    ariaLabel: 'Close',
    textContent: '×',
    onclick: close
  })
  root.querySelector('.frame')?.append(button)
}

function addSheet(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    sheets.set(styles, sheet)
  }
  root.adoptedStyleSheets.push(sheet)
}

/** To the words of an ad that is drawn. A picture that does not load takes no room. */
function drawPictures(root: ShadowRoot, pictures: AdPictures): void {
  const creative = root.querySelector('.text .creative')
  if (!creative) return
  addSheet(root, pictureStyles)
  // The illustration comes to stand before the logo.
  for (const name of ['logo', 'illustration'] as const) {
    const source = pictures[name]
    if (!source) continue
    const picture = document.createElement('img')
    picture.className = name
    picture.alt = ''
    picture.onerror = () => picture.remove()
    picture.src = source
    creative.prepend(picture)
  }
}
