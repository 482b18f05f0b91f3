import type { Context } from '../context.ts'
import { readClientAddress, readForwarded } from '../http/callers/client-address.ts'
import { isPublicAddress } from '../sites/index.ts'

/**
 * Warns once when the requests that arrive do not fit TRUSTED_PROXIES. With too few, all visitors have the proxy's
 * address: ten wrong codes lock all out, and a visitor is no more than a browser's name. With too many, people choose
 * their own address.
 */
export function createProxyAlarm({ config, log }: Pick<Context, 'config' | 'log'>) {
  let isSaid = false
  return (socketAddress: string | undefined, forwardedFor: string | undefined): void => {
    // A call in process has no socket.
    if (isSaid || socketAddress === undefined || config.mode !== 'production') return
    const entries = readForwarded(forwardedFor).length
    const visitor = readClientAddress(socketAddress, forwardedFor, config.trustedProxies)
    // Strangers can send more entries too, but the one that counts is not inside then.
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
