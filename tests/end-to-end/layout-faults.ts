import type { Page } from 'playwright/test'

/**
 * Widths in CSS pixels: a phone at 400 % zoom, a small phone, an iPad in both orientations, two laptops, and a desktop.
 */
export const provenWidths = [320, 360, 768, 820, 1024, 1280, 1920] as const

/**
 * Finds what a person cannot read or reach at a width: what lies outside the page, words that are cut without another
 * way to read them, and controls that cannot be pressed. The page is resized, not reloaded.
 */
export async function layoutFaults(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // Elements that measure themselves are drawn one frame later.
    await page.evaluate(
      () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    )
    for (const fault of await page.evaluate(faultsInPage)) found.push(`${width} px: ${fault}`)
  }
  return found
}

/** Runs in the page, so it contains everything that it needs. */
function faultsInPage(): string[] {
  const slack = 1.5
  const faults = new Set<string>()
  const { documentElement: root } = document
  const width = window.innerWidth
  /** Cached results of `isClippedAway`, which is called for each element and all of its ancestors. */
  const clippedAway = new Map<Element, boolean>()

  function nameOf(element: Element): string {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    const classes = [...element.classList].map(it => it.replace(/^_|_[^_]*_\d+$/g, '')).join('.')
    return `<${element.localName}${classes ? ` ${classes}` : ''}> “${words.replace(/\s+/g, ' ').slice(0, 40)}”`
  }

  function isSeen(element: Element): boolean {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  /** Whether an element is only for screen readers, or hidden until it has the focus. */
  function isClippedAway(element: Element): boolean {
    const known = clippedAway.get(element)
    if (known !== undefined) return known
    const { parentElement: parent } = element
    const isClipped =
      getComputedStyle(element).clipPath === 'inset(50%)' ||
      (parent !== null && isClippedAway(parent))
    clippedAway.set(element, isClipped)
    return isClipped
  }

  function checkBox(element: Element): void {
    const style = getComputedStyle(element)
    if (style.display === 'inline' || style.display === 'contents') return
    const wider = element.scrollWidth - element.clientWidth
    const higher = element.scrollHeight - element.clientHeight
    const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
    const isLost = (element.textContent ?? '').trim() !== '' && !isElsewhere(element, style)
    if (isLost && isCut(style.overflowX) && wider > slack)
      faults.add(`cut at its side: ${nameOf(element)}`)
    if (isLost && isCut(style.overflowY) && higher > slack)
      faults.add(`cut below: ${nameOf(element)}`)
    if (isScrolled(style.overflowX) && wider > slack && style.scrollbarWidth === 'none')
      faults.add(`scrolls and does not say so: ${nameOf(element)}`)
  }

  /** Whether words are cut on purpose: the full text is in a tooltip, or on the page that the card links to. */
  function isElsewhere(element: Element, style: CSSStyleDeclaration): boolean {
    const isTeaser = style.webkitLineClamp !== 'none' && style.webkitLineClamp !== ''
    return (
      element.closest('[title]') !== null ||
      (isTeaser && (element.closest('article, li')?.querySelector('a[href]') ?? null) !== null)
    )
  }

  /** Reports words that leave their box, because they run over what is beside it. */
  function checkWords(words: Text): void {
    const element = words.parentElement
    if (element === null || !isSeen(element) || isClippedAway(element)) return
    let box: Element = element
    while (box.parentElement && /^(inline|contents)$/.test(getComputedStyle(box).display))
      box = box.parentElement
    const range = document.createRange()
    range.selectNodeContents(words)
    const inner = range.getBoundingClientRect()
    const outer = box.getBoundingClientRect()
    const isOut = inner.left < outer.left - slack || inner.right > outer.right + slack
    const isOpen = getComputedStyle(box).overflowX === 'visible'
    if (isOut && isOpen) faults.add(`words leave their box: ${nameOf(box)}`)
    // What the box cuts off is not visible anywhere.
    const { left, right } = isOpen ? inner : outer
    if (scrollerOf(box) === null && (left < -slack || right > width + slack))
      faults.add(`outside the page: ${nameOf(box)}`)
  }

  function scrollerOf(element: Element): Element | null {
    for (let it = element.parentElement; it !== null && it !== root; it = it.parentElement)
      if (getComputedStyle(it).overflowX !== 'visible') return it
    return null
  }

  /** Returns what a person presses for a control: the label of a hidden checkbox. */
  function pressedFor(control: HTMLElement): HTMLElement {
    const isDrawn = isSeen(control) && !isClippedAway(control) && control.offsetWidth > 2
    const label = 'labels' in control ? (control.labels as NodeListOf<HTMLElement>)?.[0] : undefined
    return isDrawn ? control : (label ?? control)
  }

  function checkControl(control: HTMLElement): void {
    const target = pressedFor(control)
    if (!isSeen(target) || isClippedAway(target)) return
    if (isHit(target, control)) return
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    // Checks where the control lies without horizontal scrolling, which a page must not need.
    window.scrollTo({ left: 0, top: window.scrollY, behavior: 'instant' })
    const boxes = boxesOf(target)
    if (boxes.length === 0) return
    if (boxes.some(isOutside)) {
      faults.add(`control out of the page: ${nameOf(target)}`)
      return
    }
    if (!isHit(target, control)) faults.add(`control under something else: ${nameOf(target)}`)
  }

  function boxesOf(element: Element): DOMRect[] {
    return [...element.getClientRects()].filter(it => it.width > 0 && it.height > 0)
  }

  function isOutside({ left, right }: DOMRect): boolean {
    return left < -slack || right > width + slack
  }

  /** Whether all boxes of the target are on the page, and a press at the middle of one of them reaches the control. */
  function isHit(target: HTMLElement, control: HTMLElement): boolean {
    const boxes = boxesOf(target)
    if (boxes.some(isOutside)) return false
    return boxes.some(({ left, top, width: across, height }) => {
      const hit = document.elementFromPoint(left + across / 2, top + height / 2)
      return (
        hit !== null &&
        (target.contains(hit) ||
          control.contains(hit) ||
          hit.closest('label')?.control === control ||
          hit.contains(target))
      )
    })
  }

  if (root.scrollWidth > width)
    faults.add(`the page scrolls sideways by ${root.scrollWidth - width} px`)
  for (const element of document.body.querySelectorAll('*'))
    if (!(element instanceof SVGElement) && isSeen(element) && !isClippedAway(element))
      checkBox(element)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    if (walker.currentNode.nodeValue?.trim()) checkWords(walker.currentNode as Text)
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  for (const control of document.body.querySelectorAll<HTMLElement>(controls)) checkControl(control)
  window.scrollTo(0, 0)
  return [...faults]
}
