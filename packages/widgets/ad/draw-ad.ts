import styles from '@mille/api/delivery/ad.css?inline'
import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'

/** The ad's outer box, which holds its place before and without an ad. `size` is `300x250` or `Adaptive`. */
export function drawBox(root: ShadowRoot, size: string): HTMLElement {
  const [width, height] = size.split('x')
  // Strict policies allow such a sheet. One for each ad: another document's ads cannot share it.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren()
  const { host } = root
  // Without a number the declaration is invalid, and the style sheet's holds. An adaptive ad whose element has no
  // height gets one.
  const box = create('div', {
    className: 'ad',
    style: `width:${width}px;height:${height ?? (host.clientHeight ? '' : 90)}px;color-scheme:${host.getAttribute('theme') ?? ''}`
  })
  // What the page has in the element stays visible: where its tag was not closed, that is the rest of the page.
  root.append(box, create('slot', {}))
  return box
}

/** The ad as the decision says; what makes it stick is among the extras. */
export function drawAd(root: ShadowRoot, decision: Decision): HTMLElement {
  const { size, css, creative, label, look, font, colors, clickUrl, aboutUrl } = decision
  const box = drawBox(root, size)
  if (!clickUrl) return box

  // The advertiser's words may run in another direction than the page, and the label goes with them.
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
    // Strict policies allow no picture from memory but one that is drawn. Older browsers ask for the file.
    const bytes = picture && (Uint8Array as Base64Reader).fromBase64?.(picture)
    const element = create<'canvas' | 'img'>(bytes ? 'canvas' : 'img', {
      ...({ alt, src } satisfies Partial<HTMLImageElement>),
      width,
      height,
      style,
      // A canvas has no other words.
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

/** A style goes by the element's own, which strict policies allow. */
function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], 'style'>> & { style?: string }
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
