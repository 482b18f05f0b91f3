/** No Lightning Address is longer: a name of 64 characters, and a host with a port. */
export const longestLightningAddress = 324

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const form = new RegExp(`^[a-z0-9_][a-z0-9._+-]{0,63}@(${label}(?:\\.${label})*)(?::\\d{1,5})?$`)

/** Returns what was typed without spaces around it, in lower case, and without `lightning:`. */
export function trimLightning(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^lightning:(\/\/)?/, '')
}

/**
 * Whether a text in lower case is a Lightning Address, which looks like an email address (LUD-16). Hosts of the Tor network
 * are not, because servers of the internet cannot reach them. Neither are hosts that no URL can have, such as `1.2.3.999`.
 */
export function isLightningAddress(text: string): boolean {
  if (text.length > longestLightningAddress) return false
  const host = form.exec(text)?.[1]
  if (host === undefined || /(^|\.)onion$/.test(host)) return false
  return URL.canParse(`https://${text.slice(text.indexOf('@') + 1)}`)
}
