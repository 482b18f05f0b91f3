import styles from '@mille/api/delivery/ad.css?inline'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'

/** Draws the ad's outer box, which reserves the space with or without an ad. `size` is `300x250` or `Adaptive`. */
export function drawBox(root: ShadowRoot, size: string): HTMLElement {
  const [width, height] = size.split('x')
  // Strict content security policies allow a constructed style sheet. Each ad has its own, since ads of another
  // document cannot share it.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren()
  const { host } = root
  // Without a number, the declaration is invalid and the style sheet applies. An adaptive ad whose element has no
  // height gets 90 px.
  const box = create('div', {
    className: 'ad',
    style: `width:${width}px;height:${height ?? (host.clientHeight ? '' : 90)}px;color-scheme:${host.getAttribute('theme') ?? ''}`
  })
  // The slot keeps the element's children visible: if the publisher did not close the tag, these are the rest of the
  // page.
  root.append(box, create('slot', {}))
  return box
}

/** Draws the ad of a decision; stickiness is added by the extras. */
export function drawAd(root: ShadowRoot, decision: Decision): HTMLElement {
  const { size, css, creative, label, look, font, colors, clickUrl, aboutUrl } = decision
  const box = drawBox(root, size)
  if (!clickUrl) return box

  // The creative's text may run in another direction than the page, and the label follows it.
  const frame = create('div', {
    className: `frame ${creative?.kind} ${look} ${font}`,
    lang: creative?.lang as string,
    dir: 'auto',
    ariaLabel: label,
    role: 'group'
  })
  for (const [name, value] of Object.entries({ ...css, ...colors }))
    frame.style.setProperty(`--${name}`, value)
  box.append(frame)
  frame.append(createLink('creative', clickUrl, drawCreative(creative, label)))
  if (aboutUrl) frame.append(createLink('label', aboutUrl, [label]))
  return box
}

function drawCreative(creative: AdCreative, label: string): HTMLElement[] {
  if ('source' in creative) {
    const { title: alt, source: src, width, height, style, picture } = creative
    // Under strict content security policies, an inlined picture can only be drawn on a canvas. Older browsers request
    // the file.
    const bytes = picture && (Uint8Array as Base64Reader).fromBase64?.(picture)
    const element = create<'canvas' | 'img'>(bytes ? 'canvas' : 'img', {
      ...({ alt, src } satisfies Partial<HTMLImageElement>),
      width,
      height,
      style,
      // A canvas has no `alt` attribute.
      ariaLabel: alt
    }) as HTMLCanvasElement
    if (bytes)
      createImageBitmap(new Blob([bytes])).then(
        it => {
          ;(element.getContext('2d') as CanvasRenderingContext2D).drawImage(it, 0, 0)
          ;(element.onload as () => void)()
        },
        () => (element.onerror as () => void)()
      )
    return [element]
  }
  const { title, text: body, domain, action } = creative
  return Object.entries({ title, body, domain, action, label }).map(([className, textContent]) =>
    create('span', { className, textContent })
  )
}

type Base64Reader = Uint8ArrayConstructor & {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>
}

function createLink(
  className: string,
  href: string,
  children: (HTMLElement | string)[]
): HTMLElement {
  const link = create('a', {
    className,
    href,
    target: '_blank',
    rel: 'sponsored noopener'
  })
  link.append(...children)
  return link
}

/**
 * Creates an element. Inline styles are set through its `style` property, which strict content security policies allow.
 */
function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], 'style'>> & { style?: string }
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
