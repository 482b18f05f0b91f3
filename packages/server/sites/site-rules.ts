export const verificationFile = '/.well-known/mille-site-verification.txt'
export const verificationName = 'mille-site-verification'

/** Returns a site's identity: its host name, with the port unless it is the default one. */
export function siteOf(pageUrl: string): { domainName: string; origin: string } {
  const url = new URL(pageUrl)
  // DNS treats `example.com.` as `example.com`, so without this it would count as a second site.
  if (!url.hostname.startsWith('[')) url.hostname = url.hostname.replace(/\.+$/, '')
  return { domainName: url.host, origin: url.origin }
}

/** Returns the name of the DNS record with the proof. The port is left out, because DNS names have none. */
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
  // Text editors often add a byte order mark before the text and an empty line after it.
  return text.replace(/^\uFEFF/, '').trim() === token
}
