import pictureStyles from '@mille/api/delivery/pictures.css?inline'
import type { AdCreative, Decision, FilledDetail } from '@mille/api/delivery/protocol.ts'
import stickyStyles from './sticky.css?inline'

export type AdPictures = NonNullable<AdCreative['pictures']>

const sheets = new Map<string, CSSStyleSheet>()

/** Draws what only some ads have: the advertiser's pictures, and a sticky frame with a button that calls `close`. */
export function drawExtras(root: ShadowRoot, decision: Decision, close: () => void): void {
  const { creative, css, position } = decision
  if (creative?.pictures || css?.mark) drawPictures(root, creative?.pictures ?? {})
  if (position === 'sticky') drawSticky(root, decision, close)
}

function drawSticky(
  root: ShadowRoot,
  { creative, detail, size, stickySide }: Decision,
  close: () => void
): void {
  const box = root.firstElementChild as HTMLElement
  const frame = box.querySelector('.frame')
  // An empty sticky ad is removed.
  if (!frame) {
    box.remove()
    return
  }
  addSheet(root, stickyStyles)
  const ofBanner = creative?.kind === 'banner' && (detail as FilledDetail | undefined)?.size
  const [width, height] = (ofBanner || size).split('x')
  box.className += ` sticky ${stickySide}`
  // The box is as large as its banner, so that no empty box covers the page. An adaptive ad has the style sheet's
  // size.
  box.style.width = `${width}px`
  box.style.height = height ? `${height}px` : ''

  const button = document.createElement('button')
  Object.assign(button, {
    className: 'close',
    ariaLabel: `Close ${stickySide} ad`,
    textContent: '×',
    onclick: close
  })
  frame.append(button)
}

export function addSheet(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    sheets.set(styles, sheet)
  }
  root.adoptedStyleSheets.push(sheet)
}

/** Adds the pictures to a drawn text ad, in the areas reserved for them. A picture that fails to load is left out. */
function drawPictures(root: ShadowRoot, pictures: AdPictures): void {
  const creative = root.querySelector('.text .creative')
  if (!creative) return
  addSheet(root, pictureStyles)
  // The illustration is added last and therefore ends up before the logo.
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
