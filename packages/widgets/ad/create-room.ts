import type { StickySide } from '@mille/api/constants.ts'

/** Room for the focus outline, in CSS pixels. */
const outline = 8

/**
 * Makes room in the page for a sticky ad: an empty block at the end of the page for a footer ad, and scroll padding.
 */
export function createRoom(side: StickySide) {
  const { documentElement: page, body } = document
  const edge = side === 'header' ? 'Top' : 'Bottom'
  const own = Number.parseFloat(getComputedStyle(page)[`scrollPadding${edge}`]) || 0
  const sheet = new CSSStyleSheet()
  // Custom element name that no CSS rule of the page matches.
  const layer = document.createElement('mille-room')
  let kept: number | undefined

  // Appends the block to the body, unless the body lays out its children side by side (flex or grid).
  const place = getComputedStyle(body).display === 'block' ? body : page
  place.append(layer)
  document.adoptedStyleSheets.push(sheet)

  return {
    /** Empty block at the very end of the page. */
    layer,
    /** Reserves the given height in CSS pixels; 0 for none. */
    keep(height: number): void {
      if (height === kept) return
      kept = height
      const end = side === 'footer' ? height : 0
      layer.style.cssText = `all:initial;display:block;block-size:${end}px`
      const padding = Math.max(own, height && height + outline)
      // An announcement at the bottom of the screen reads this height, to be placed above a footer ad.
      const rules = `--mille-${side}:${height}px;scroll-padding-${edge}:${padding}px`
      sheet.replaceSync(padding ? `:root{${rules}}` : '')
    },
    remove(): void {
      layer.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(it => it !== sheet)
    }
  }
}
