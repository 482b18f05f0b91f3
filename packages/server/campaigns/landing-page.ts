import { type Result, success } from '@mille/api/result.ts'
import type { Context } from '../context.ts'
import { guardedFetch, readFetched, type Unread } from '../sites/index.ts'
import { inThread } from '../threads/in-thread.ts'
import { type StoredPage, siteOfHost } from './landing-rules.ts'
import { type Lead, readLanding } from './read-landing.ts'

const read = inThread(new URL('./read-landing.ts', import.meta.url), readLanding)

const browserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** With the address at the end of all redirects, if a server answered there. */
export type UnreadLanding = Unread & { url: string | null }

/**
 * Fetches a landing page as a browser does, and once more under the checker's own name: a page that sends the two to
 * different sites hides something.
 */
export async function readLandingPage(
  { config, now }: Pick<Context, 'config' | 'now'>,
  address: string,
  language: string
): Promise<Result<StoredPage, UnreadLanding>> {
  const { allowPrivateHosts, publicUrl } = config
  const fetched = await guardedFetch(address, {
    allowPrivateHosts,
    userAgent: browserAgent,
    headers: {
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'Accept-Language': language === 'en' ? 'en-US,en;q=0.9' : `${language},en;q=0.8`,
      'Upgrade-Insecure-Requests': '1'
    }
  })
  if (!fetched.ok) {
    const { cause, reason } = fetched
    return { ok: false, code: 'unreadable', cause, problem: reason, url: null }
  }
  const { url } = fetched.value
  const content = await readFetched(fetched, (text, page) => read(text, page.refresh))
  if (!content.ok) return { ...content, url }
  const checker = await guardedFetch(address, {
    allowPrivateHosts,
    userAgent: `MilleLandingCheck/1.0 (+${publicUrl})`
  })
  const leads = foreignLeads(content.value.leads, url)
  if (checker.ok && siteOfHost(checker.value.url) !== siteOfHost(url))
    leads.push({ by: 'agent', host: siteOfHost(checker.value.url) })
  const { title, text, sketch } = content.value
  return success({ url, title, text, sketch, leads, at: now().toISOString() })
}

/** Returns where the page leads on other sites, each once. */
function foreignLeads(leads: readonly Lead[], pageUrl: string): StoredPage['leads'] {
  const found = new Map<string, StoredPage['leads'][number]>()
  for (const { by, url } of leads) {
    const target = URL.parse(url, pageUrl)
    if (target?.protocol !== 'http:' && target?.protocol !== 'https:') continue
    const host = siteOfHost(target.href)
    if (host !== siteOfHost(pageUrl)) found.set(`${by} ${host}`, { by, host })
  }
  return [...found.values()]
}
