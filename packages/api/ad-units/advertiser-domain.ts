/** The host that an address leads to, without `www.`, in the letters of the domain name system; null where there is none. */
export function domainOf(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '')
  return /^([a-z0-9_-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/.test(host) ? host : null
}

/** That domain and all above it of two names or more: `shop.a.example` is at `shop.a.example` and `a.example`. */
export function domainsAbove(link: string): string[] {
  const domain = domainOf(link)
  if (domain === null) return []
  const names = domain.split('.')
  return names.slice(1).map((_, index) => names.slice(index).join('.'))
}
