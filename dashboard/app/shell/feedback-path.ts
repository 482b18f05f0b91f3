/**
 * Returns the feedback address. On the network's own board the session is sufficient, so the address bar shows no
 * token.
 */
export function feedbackHref(feedbackUrl: string, publicUrl: string): string {
  const url = new URL(feedbackUrl)
  return url.origin === publicUrl ? url.pathname : feedbackUrl
}
