export const verificationFile = '/.well-known/mille-site-verification.txt'
export const verificationName = 'mille-site-verification'

/** What a site is known by: host name, with the port where it is not the usual one. */
export function siteOf(pageUrl: string): { domainName: string; origin: string } {
  const url = new URL(pageUrl)
  // `example.com.` is `example.com` to DNS, and would be a second site to us.
  if (!url.hostname.startsWith('[')) url.hostname = url.hostname.replace(/\.+$/, '')
  return { domainName: url.host, origin: url.origin }
}

/** The name of the DNS record; a port has no part in names. */
export function dnsName(domainName: string): string {
  return `_${verificationName}.${new URL(`http://${domainName}`).hostname}`
}

export function dnsText(token: string): string {
  return `${verificationName}=${token}`
}

export function metaTag(token: string): string {
  return `<meta name="${verificationName}" content="${token}">`
}

export function isProofFile(text: string, token: string): boolean {
  // Editors like to put a byte order mark before the text and an empty line after it.
  return text.replace(/^\uFEFF/, '').trim() === token
}
