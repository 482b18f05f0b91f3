/** Completes a typed web address: `example.com/page` becomes `https://example.com/page`. */
export function completeWebAddress(text: string): string {
  const address = text.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address.replace(/:\d/, ''))
    ? address
    : `https://${address}`
}
