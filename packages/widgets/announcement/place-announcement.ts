import bottom from './announcement-bottom.css?inline'

/**
 * Height of one line with its button, in CSS pixels. A page that reserves less has not reserved room for an
 * announcement.
 */
const minReserved = 44

/**
 * Distance of the announcement from the bottom: the chat button and the feedback link end at 60 px; a footer ad sets
 * its own height.
 */
const fromBottom = 'max(60px, var(--mille-footer, 0px) + env(safe-area-inset-bottom, 0px)) + 12px'

/**
 * Decides where an announcement is drawn so that nothing visible moves. It inspects the page before the drawing; the
 * returned function gets the drawn banner before the browser paints, and returns a function that undoes everything.
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

/** Returns a function that tells whether any content now on screen has moved since, because the element has grown. */
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

/** Returns the parent as rendered: the slot that shows a node takes precedence over the node's parent element. */
function parentOf(node: Node): Node | null {
  return (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null
}

/**
 * Shows the banner in a bar at the bottom of the screen, and makes room at the end of the page to scroll clear of it.
 */
function keepAtBottom(banner: HTMLElement): () => void {
  const root = banner.getRootNode() as ShadowRoot
  const place = new CSSStyleSheet()
  place.replaceSync(bottom)
  root.adoptedStyleSheets.push(place)
  // Uses `translate`, so that a footer ad which arrives later moves the bar without a layout shift.
  banner.style.translate = `0 calc(-1 * (${fromBottom}))`

  const { documentElement: page, body } = document
  const own = Number.parseFloat(getComputedStyle(page).scrollPaddingBottom) || 0
  const sheet = new CSSStyleSheet()
  // Custom element name that no CSS rule of the page matches.
  const layer = document.createElement('mille-room')
  // Appends the block to the body, unless the body lays out its children side by side (flex or grid).
  const end = getComputedStyle(body).display === 'block' ? body : page
  end.append(layer)
  document.adoptedStyleSheets.push(sheet)

  const keep = () => {
    // The banner has no height while the page hides the element.
    const height = banner.offsetHeight
    // A footer ad reserves its own room.
    const room = height && `calc(${fromBottom} + ${height}px - var(--mille-footer, 0px))`
    layer.style.cssText = `all:initial;display:block;block-size:${room}`
    // The selector outweighs the rule of a footer ad that arrives later. The 8 px are for the focus outline.
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
