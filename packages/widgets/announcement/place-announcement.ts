import bottom from './announcement-bottom.css?inline'

/** CSS pixels of one line with its button. A page that keeps less has kept nothing for an announcement. */
const minReserved = 44

/** The chat button and the feedback link end 60 px above the bottom; a footer ad says its own height. */
const fromBottom = 'max(60px, var(--mille-footer, 0px) + env(safe-area-inset-bottom, 0px)) + 12px'

/**
 * Decides where an announcement is drawn so that nothing on the screen moves. Called before it is drawn, it looks at the
 * page; what it returns is called with the drawn banner, before the browser paints, and returns what undoes all of it.
 */
export function prepareAnnouncement(
  host: HTMLElement
): (banner: HTMLElement) => (() => void) | undefined {
  const placement = host.getAttribute('placement')
  const isBox = !/^(inline|contents)$/.test(getComputedStyle(host).display)
  const reserved = isBox ? host.offsetHeight : 0
  const hasMoved = watchMoves(host)

  return banner => {
    if (placement !== 'bottom') {
      if (reserved >= minReserved) {
        banner.style.maxBlockSize = `${reserved}px`
        banner.style.boxSizing = 'border-box'
        banner.style.overflow = 'auto'
        return
      }
      if (placement === 'flow' || !hasMoved()) return
    }
    return keepAtBottom(banner)
  }
}

/** Tells later whether a part of the page that is on the screen now has moved because the element has grown. */
function watchMoves(host: HTMLElement): () => boolean {
  const range = document.createRange()
  const measure = (node: Node) => {
    range.selectNode(node)
    return (node instanceof Element ? node : range).getBoundingClientRect()
  }
  const before = new Map<Node, DOMRect>()
  for (let it: Node | null = host; it; it = parentOf(it))
    for (const node of it.parentNode?.childNodes ?? [])
      if (node !== it) {
        const at = measure(node)
        if (at.bottom > 0 && at.top < innerHeight) before.set(node, at)
      }

  return () =>
    [...before].some(([node, at]) => {
      const now = measure(node)
      return now.x !== at.x || now.y !== at.y || now.width !== at.width
    })
}

/** As it is drawn: the slot that shows a node comes before the element that the node is written in. */
function parentOf(node: Node): Node | null {
  return (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null
}

/** A bar at the bottom of the screen, with room at the end of the page to scroll it clear of the bar. */
function keepAtBottom(banner: HTMLElement): () => void {
  const root = banner.getRootNode() as ShadowRoot
  const place = new CSSStyleSheet()
  place.replaceSync(bottom)
  root.adoptedStyleSheets.push(place)
  // A footer ad that comes later moves it, which is not a layout shift this way.
  banner.style.translate = `0 calc(-1 * (${fromBottom}))`

  const { documentElement: page, body } = document
  const own = Number.parseFloat(getComputedStyle(page).scrollPaddingBottom) || 0
  const sheet = new CSSStyleSheet()
  // Of a name that no rule of the page means.
  const layer = document.createElement('mille-room')
  // In the page's body, unless that lays its parts out beside each other.
  const end = getComputedStyle(body).display === 'block' ? body : page
  end.append(layer)
  document.adoptedStyleSheets.push(sheet)

  const keep = () => {
    // It has no height while the page hides the element.
    const height = banner.offsetHeight
    // A footer ad keeps room for itself.
    const room = height && `calc(${fromBottom} + ${height}px - var(--mille-footer, 0px))`
    layer.style.cssText = `all:initial;display:block;block-size:${room}`
    // It counts before the rule of a footer ad that comes later. The 8 px are for the outline of what is focused.
    const rule = `scroll-padding-bottom:max(${own}px, ${fromBottom} + ${height + 8}px)`
    sheet.replaceSync(height ? `html:root{${rule}}` : '')
  }
  const observer = new ResizeObserver(keep)
  observer.observe(banner)
  keep()

  return () => {
    observer.disconnect()
    layer.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(it => it !== sheet)
  }
}
