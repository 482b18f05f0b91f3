import type { AdCreative, Decision } from '@mille/api/delivery/protocol.ts'
import styles from './ad.css?inline'

let sheet: CSSStyleSheet | undefined

/** The ad's outer box, which holds its place before and without an ad. `size` is `300x250` or `Adaptive`. */
export function drawBox(root: ShadowRoot, size: string): HTMLElement {
  const [width, height] = size.split('x')
  if (!sheet) {
    // Strict policies allow such a sheet. Not by a function: the ad's own file has no byte to spare.
    sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
  }
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren()
  const box = create('div', { className: height || root.host.clientHeight ? 'ad' : 'ad free' })
  Object.assign(box.style, {
    colorScheme: root.host.getAttribute('theme'),
    inlineSize: height && `${width}px`,
    blockSize: height && `${height}px`
  })
  root.append(box)
  return box
}

/** The ad as the decision says; what makes it stick is among the extras. */
export function drawAd(root: ShadowRoot, decision: Decision): HTMLElement {
  const { size, colors, invitationUrl } = decision
  const box = drawBox(root, size)
  const { host } = root
  // On the screen it keeps its place: what is seen must not jump.
  host.toggleAttribute(
    'collapsed',
    decision.collapse === true && host.getBoundingClientRect().top > innerHeight
  )
  const own = decision.fallback
  const link = own?.link ?? invitationUrl
  if (!decision.filled && !link) return box

  const frame = create('div', {
    className: `frame ${decision.creative?.kind ?? 'empty'}`,
    role: 'group',
    ariaLabel: 'Advertisement'
  })
  for (const [name, value] of Object.entries(colors)) frame.style.setProperty(`--${name}`, value)
  box.append(frame)
  if (decision.filled)
    frame.append(createLink('creative', decision.clickUrl, drawCreative(decision.creative)))
  if (link) frame.append(createLink('invitation', link, [own?.text ?? 'Your ad here']))
  return box
}

function drawCreative(creative: AdCreative): HTMLElement[] {
  if (creative.kind === 'banner') {
    const { title: alt, source: src, width, height } = creative
    return [create('img', { alt, src, width, height })]
  }
  const { title, text: body, domain } = creative
  return Object.entries({ title, body, domain }).map(([className, textContent]) =>
    create('span', { className, textContent })
  )
}

/** The advertiser's words may run in another direction than the page. */
function createLink(
  className: string,
  href: string,
  children: (HTMLElement | string)[]
): HTMLElement {
  const link = create('a', {
    className,
    href,
    dir: 'auto',
    target: '_blank',
    rel: 'sponsored noopener'
  })
  link.append(...children)
  return link
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
