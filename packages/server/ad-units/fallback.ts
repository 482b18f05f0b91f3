import type { UnitFallback } from '@mille/api/constants.ts'
import type { Config } from '../config.ts'
import { type Failure, failure } from '../http/answers/reply.ts'
import { isPublicHost } from '../sites/index.ts'

export type Fallback = { fallback: UnitFallback; fallback_url: string | null }

/**
 * Returns why a unit cannot get a fallback. The page of another network must be secure, because browsers block other
 * pages inside secure ones; it must be publicly reachable; and it must not be a page of this network, which would show
 * frames inside frames.
 */
export function checkFallback(
  changes: { [Name in keyof Fallback]?: Fallback[Name] | undefined },
  before: Fallback,
  { publicUrl, allowPrivateHosts }: Pick<Config, 'publicUrl' | 'allowPrivateHosts'>
): Failure | null {
  const { fallback = before.fallback, fallback_url = before.fallback_url } = changes
  const pointer = 'fallback_url'
  if (fallback_url === null)
    return fallback === 'frame' ? failure('fallback_url_missing', { pointer }) : null
  const url = new URL(fallback_url)
  if (url.protocol !== 'https:') return failure('fallback_url_insecure', { pointer })
  if (nameOf(url) === nameOf(new URL(publicUrl)))
    return failure('fallback_url_of_network', { pointer })
  if (!allowPrivateHosts && !isPublicHost(url)) return failure('fallback_url_private', { pointer })
  return null
}

/** Returns a host name without the final dot, with which the same host can be named too. */
function nameOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}
