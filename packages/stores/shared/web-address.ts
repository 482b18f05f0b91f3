/** What a person types as an address: `example.com/page` is meant as `https://example.com/page`. */
export function completeWebAddress(text: string): string {
  const address = text.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address.replace(/:\d/, ''))
    ? address
    : `https://${address}`
}
