import { domainOf } from '../host-names.ts'

/**
 * Attributes of the frame with the page of another network. Without `allow-same-origin` it has an origin of its own: it
 * can neither read the page around it nor use cookies and storage of its network.
 */
export function fallbackFrame(address: string, label: string) {
  const host = domainOf(address)
  return {
    host,
    name: `${label}: ${host}`,
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    referrerPolicy: 'no-referrer',
    loading: 'lazy'
  } as const
}
