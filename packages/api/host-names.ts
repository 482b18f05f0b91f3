/** Returns the host name of an ad's link for display, without `www.`; empty if the link is not a valid URL. */
export function domainOf(link: string): string {
  return URL.canParse(link) ? new URL(link).hostname.replace(/^www\./, '') : ''
}

/** Returns the domain in typed text, which may be a host name or a page's address; null if the host name has no dot. */
export function typedDomain(text: string): string | null {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const host = withoutDot(domainOf(hasScheme ? text : `https://${text}`))
  return /^([a-z0-9_-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(host) ? host : null
}

/**
 * Returns the domain of a link and all its parent domains: `shop.a.example` gives `shop.a.example`, `a.example`, and
 * `example`.
 */
export function domainsAbove(link: string): string[] {
  return parentsOf(withoutDot(domainOf(link)))
}

export function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** In DNS, `a.example.` is the same name as `a.example`. */
const withoutDot = (host: string) => host.replace(/\.$/, '')
