import type { Context } from '../context.ts'
import { readClientAddress, readForwarded } from '../http/callers/client-address.ts'
import { isPublicAddress } from '../sites/index.ts'

/**
 * Warns once if incoming requests do not match TRUSTED_PROXIES. If the value is too low, all visitors have the proxy's
 * address: ten wrong codes lock everyone out, and only the browser's name distinguishes visitors. If it is too high,
 * visitors can choose their own address.
 */
export function createProxyAlarm({ config, log }: Pick<Context, 'config' | 'log'>) {
  let isSaid = false
  return (socketAddress: string | undefined, forwardedFor: string | undefined): void => {
    // An in-process call has no socket.
    if (isSaid || socketAddress === undefined || config.mode !== 'production') return
    const entries = readForwarded(forwardedFor).length
    const visitor = readClientAddress(socketAddress, forwardedFor, config.trustedProxies)
    // Visitors can also send additional entries, but the entry that counts is then not an internal address.
    const isUnknownProxy = entries > config.trustedProxies && !isOutside(visitor)
    if (!isUnknownProxy && entries >= config.trustedProxies) return
    isSaid = true
    log.warn(
      { trustedProxies: config.trustedProxies, forwardedFor: entries },
      isUnknownProxy
        ? 'a reverse proxy is in front of the server that TRUSTED_PROXIES does not count: all visitors count as one'
        : 'requests have fewer X-Forwarded-For entries than TRUSTED_PROXIES says: their addresses are not reliable'
    )
  }
}

function isOutside(address: string): boolean {
  return isPublicAddress(address.replace(/^::ffff:(?=\d+\.)/i, ''))
}
