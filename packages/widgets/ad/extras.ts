import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import { warnOnce } from '../shared/registry.ts'
import styles from './pictures.css?inline'

export type AdPictures = NonNullable<AdCreative['pictures']>

let sheet: CSSStyleSheet | undefined

/**
 * What few ads need, so that the ad's own file is without it: the advertiser's pictures, and a word to the page's
 * developer. It shares nothing with that file, which could then not be one.
 */
export function addExtras(root: ShadowRoot, { unit, creative, reason }: Decision): void {
  if (creative?.pictures) drawPictures(root, creative.pictures)
  if (reason) warnOnce(`mille-ad ${unit} is empty: ${reason}`)
}

/** To the words of an ad that is drawn. A picture that does not load takes no room. */
function drawPictures(root: ShadowRoot, pictures: AdPictures): void {
  const creative = root.querySelector('.text .creative')
  if (!creative) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  root.adoptedStyleSheets.push(sheet)
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
