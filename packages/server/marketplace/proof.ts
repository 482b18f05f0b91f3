import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import type { Context } from '../context.ts'
import { guardedFetch, walkHtml } from '../sites/index.ts'

/** Fetches what is said to be the publication, as a stranger would. */
export async function checkProof(
  { config, now }: Context,
  proofUrl: string,
  order: { target_url: string; domain_name: string }
): Promise<ProofCheck> {
  const fetched = await guardedFetch(proofUrl, {
    allowPrivateHosts: config.allowPrivateHosts,
    userAgent: `MillePublicationCheck/1.0 (+${config.publicUrl})`
  })
  const found =
    fetched.ok && fetched.value.status === 200
      ? findLink(fetched.value.text, proofUrl, order.target_url)
      : null
  return {
    checked_at: now().toISOString(),
    is_reachable: fetched.ok && fetched.value.status === 200,
    status: fetched.ok ? fetched.value.status : 0,
    problem: fetched.ok ? null : fetched.reason,
    is_on_site: isOnSite(new URL(proofUrl), order.domain_name),
    has_link: found !== null,
    rel: found ?? []
  }
}

/**
 * How the first link to the target is marked, in the words of its `rel`; null when the page has no such link. The
 * scheme, `www.`, a slash at the end and what follows `#` make no other address.
 */
export function findLink(html: string, pageUrl: string, target: string): string[] | null {
  const wanted = addressOf(target)
  let found: string[] | null = null
  walkHtml(html, {
    onopentag(tag, { href, rel }) {
      if (found !== null || (tag !== 'a' && tag !== 'area') || href === undefined) return
      if (!URL.canParse(href, pageUrl)) return
      if (addressOf(new URL(href, pageUrl).href) === wanted)
        found = [...new Set((rel ?? '').toLowerCase().match(/[a-z]{1,20}/g) ?? [])].slice(0, 10)
    }
  })
  return found
}

/** On the offer's own site or a part of it. */
export function isOnSite(url: URL, domainName: string): boolean {
  const host = url.host.replace(/^www\./, '')
  const site = domainName.replace(/^www\./, '')
  return host === site || host.endsWith(`.${site}`)
}

function addressOf(address: string): string {
  const { host, pathname, search } = new URL(address)
  return host.replace(/^www\./, '') + pathname.replace(/\/+$/, '') + search
}
