import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import { success } from '@mille/api/result.ts'
import type { Context } from '../context.ts'
import { tooManyPages } from '../html/unread.ts'
import type { Failure } from '../http/answers/reply.ts'
import { guardedFetch, readFetched } from '../sites/index.ts'
import { inThread } from '../threads/in-thread.ts'
import { findLink } from './find-link.ts'

const find = inThread(new URL('./find-link.ts', import.meta.url), findLink)

/** Fetches the stated publication as a visitor without an account would, and checks it for the link. */
export async function checkProof(
  { config, now }: Context,
  proofUrl: string,
  order: { target_url: string; domain_name: string }
): Promise<{ ok: true; value: ProofCheck } | Failure> {
  const fetched = await guardedFetch(proofUrl, {
    allowPrivateHosts: config.allowPrivateHosts,
    userAgent: `MillePublicationCheck/1.0 (+${config.publicUrl})`
  })
  const read = await readFetched(fetched, text => find(text, proofUrl, order.target_url))
  if (!read.ok && read.code === 'busy') return tooManyPages()
  const status = fetched.ok ? fetched.value.status : 0
  const rel = read.ok ? read.value : null
  return success({
    checked_at: now().toISOString(),
    is_reachable: read.ok,
    status,
    // A status other than 200 is shown by itself, so it needs no description of the problem.
    problem: read.ok || (fetched.ok && status !== 200) ? null : read.problem,
    is_on_site: isOnSite(new URL(proofUrl), order.domain_name),
    has_link: rel !== null,
    rel: rel ?? []
  })
}

/** Whether a URL is on the offer's own site or one of its subdomains. */
export function isOnSite(url: URL, domainName: string): boolean {
  const host = url.host.replace(/^www\./, '')
  const site = domainName.replace(/^www\./, '')
  return host === site || host.endsWith(`.${site}`)
}
