/** The host of an ad's link as people read it, without `www.`; empty where there is none. */
export function domainOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : ''
}

/**
 * The same for text that a person has typed, a name or the address of a page; null where that is not a name with a dot.
 */
export function typedDomain(text: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const host = withoutDot(domainOf(hasScheme ? text : `https://${text}`))
  return /^([a-z0-9_-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(host) ? host : null
}

/** The domain of a link and all above it: `shop.a.example` is at `shop.a.example`, `a.example` and `example`. */
export function domainsAbove(link: string): string[] {
  return parentsOf(withoutDot(domainOf(link)))
}

export function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** `a.example.` is `a.example` to DNS. */
const withoutDot = (host: string) => host.replace(/\.$/, '')
