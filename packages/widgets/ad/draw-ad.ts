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
  const { host } = root
  // What has no number is no declaration, and the style sheet's holds. An adaptive ad whose element has no height gets one.
  const box = create('div', {
    className: 'ad',
    style: `color-scheme:${host.getAttribute('theme') ?? ''};inline-size:${width}px;block-size:${height ?? (host.clientHeight ? '' : 90)}px`
  })
  root.append(box)
  return box
}

/** The ad as the decision says; what makes it stick is among the extras. */
export function drawAd(root: ShadowRoot, decision: Decision): HTMLElement {
  const { size, colors, filled } = decision
  const box = drawBox(root, size)
  // On the screen it keeps its place: what is seen must not jump.
  root.host.toggleAttribute(
    'collapsed',
    !!decision.collapse && root.host.getBoundingClientRect().top > innerHeight
  )
  const own = decision.fallback
  const link = filled ? decision.clickUrl : (own?.link ?? decision.invitationUrl)
  if (!link) return box

  const frame = create('div', {
    className: `frame ${decision.creative?.kind ?? 'empty'}`,
    role: 'group',
    ariaLabel: 'Advertisement'
  })
  for (const [name, value] of Object.entries(colors)) frame.style.setProperty(`--${name}`, value)
  box.append(frame)
  if (filled) {
    frame.append(createLink('creative', link, drawCreative(decision.creative)))
    frame.append(createLink('label', decision.aboutUrl, ['Ad']))
  } else frame.append(createLink('invitation', link, [own?.text ?? 'Your ad here']))
  return box
}

function drawCreative(creative: AdCreative): HTMLElement[] {
  if (creative.kind === 'banner') {
    const { title: alt, source: src, width, height } = creative
    // At its own size, or as much smaller as the room wants: the link around it is no larger.
    const style = `inline-size:min(${width}px,100cqi,${(width / height) * 100}cqb);block-size:auto`
    return [create('img', { alt, src, width, height, style })]
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

/** A style goes by the element's own, which strict policies allow. */
function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], 'style'>> & { style?: string }
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}
