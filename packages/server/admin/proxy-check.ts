import type { Context } from '../context.ts'
import { type InsideShare, isUndeclaredProxy, readInsideRequests } from '../delivery/index.ts'
import type { HealthCheck } from './health-rules.ts'

/** Checks whether the servers that select ads see the visitors' own IP addresses or those of a reverse proxy. */
export async function proxyCheck({ db, now }: Pick<Context, 'db' | 'now'>): Promise<HealthCheck> {
  const name = 'Proxies'
  const found = await readInsideRequests(db, now())
  if (found === null)
    return { name, state: 'ok', text: 'No visitor appears under the address of a reverse proxy.' }
  const { asked, inside } = found
  const seen = `${inside} of ${asked} requests for ads in the last ten minutes came from addresses inside your own network. Their views are not paid for.`
  const allow = 'If these are visitors and no proxy, set INSIDE_VISITORS=true.'
  // A few requests say nothing about the proxies that all others pass through.
  return isUndeclaredProxy(found)
    ? { name, state: 'alarm', text: `${seen} ${whatToSet(found)} ${allow}` }
    : { name, state: 'warning', text: `${seen} ${allow}` }
}

function whatToSet({ trustedProxies, entries, fitting }: InsideShare): string {
  const arrived = `TRUSTED_PROXIES is ${trustedProxies}, and requests arrive with ${entries} X-Forwarded-For ${entries === 1 ? 'entry' : 'entries'}`
  return fitting === null
    ? `${arrived}, none of which is a visitor’s address: make each reverse proxy append the address that it sees, and set TRUSTED_PROXIES to the number of proxies.`
    : `${arrived}: set TRUSTED_PROXIES=${fitting} and restart each process.`
}
