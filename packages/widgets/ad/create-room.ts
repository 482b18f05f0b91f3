import type { StickySide } from '@mille/api/constants.ts'

/** CSS pixels for the outline of what is focused. */
const outline = 8

/** Room in the page for an ad that sticks: an empty block after the page under a footer, and padding to scroll by. */
export function createRoom(side: StickySide) {
  const { documentElement: page, body } = document
  const edge = side === 'header' ? 'Top' : 'Bottom'
  const own = Number.parseFloat(getComputedStyle(page)[`scrollPadding${edge}`]) || 0
  const sheet = new CSSStyleSheet()
  // Of a name that no rule of the page means.
  const layer = document.createElement('mille-room')
  let kept: number | undefined

  // In the page's body, unless that lays its parts out beside each other.
  const place = getComputedStyle(body).display === 'block' ? body : page
  place.append(layer)
  document.adoptedStyleSheets.push(sheet)

  return {
    /** At the very end of the page. */
    layer,
    /** In CSS pixels; 0 for none. */
    keep(height: number): void {
      if (height === kept) return
      kept = height
      const end = side === 'footer' ? height : 0
      layer.style.cssText = `all:initial;display:block;block-size:${end}px`
      const padding = Math.max(own, height && height + outline)
      // By its height an announcement at the bottom of the screen is drawn above a footer.
      const rules = `--mille-${side}:${height}px;scroll-padding-${edge}:${padding}px`
      sheet.replaceSync(padding ? `:root{${rules}}` : '')
    },
    remove(): void {
      layer.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(it => it !== sheet)
    }
  }
}
