/** Where feedback leads: on our own board the session is enough, and no token is in the address bar. */
export function feedbackHref(feedbackUrl: string, publicUrl: string): string {
  const url = new URL(feedbackUrl)
  return url.origin === publicUrl ? url.pathname : feedbackUrl
}
