/** Whether a host, as it is in an address or a setting, is only ever this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\./.test(name)
  )
}
