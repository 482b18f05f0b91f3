import * as endpoints from '@mille/api/page-analyses/endpoints.ts'
import * as schema from '@mille/api/page-analyses/schema.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import { tooManyPages } from '../html/unread.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import type { Limit } from '../http/limits/limits.ts'
import type { Serve } from '../http/serve.ts'
import { readNotOffered } from '../settings/index.ts'
import { inThread } from '../threads/in-thread.ts'
import { type Fetched, guardedFetch } from './guarded-fetch.ts'
import { isProvedByOther } from './queries.ts'
import { readFetched } from './read-fetched.ts'
import { summarizePage } from './read-page.ts'
import { siteOf } from './site-rules.ts'

/** Rate limit for page analyses, since each sends a request to a third-party server. */
const analyses: Limit = { name: 'analyses', points: 30, seconds: 600 }

const summarize = inThread(new URL('./read-page.ts', import.meta.url), summarizePage)

export function pageAnalysisRoutes(serve: Serve): void {
  serve(endpoints.analysePage, schema.pageAnalysisInput, async call => {
    const { context, limits, input, address, visitor } = call
    const allowed = await limits.consume(analyses, addressBlock(address))
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    const { config } = context
    const fetched = await guardedFetch(input.page_url, {
      allowPrivateHosts: config.allowPrivateHosts,
      userAgent: `MillePageAnalysis/1.0 (+${config.publicUrl})`
    })
    const isFile = leadsToFile(fetched)
    const read = isFile ? null : await readFetched(fetched, summarize)
    if (read?.ok === false && read.code === 'busy') return tooManyPages()
    const page = read?.ok ? read.value : null
    const problem = read?.ok === false ? read : null
    const notOffered = await readNotOffered(context.db)
    const { domainName } = siteOf(input.page_url)
    const attributes = {
      page_url: input.page_url,
      domain_name: domainName,
      is_taken: await isProvedByOther(context.db, visitor?.id ?? 0, domainName),
      reachable: problem === null,
      problem: problem?.problem ?? null,
      problem_code: isFile ? ('not_a_page' as const) : (problem?.cause ?? null),
      title: page?.title ?? null,
      language: languages.find(code => code === page?.language) ?? null,
      // Categories that are no longer offered are left out, because adding a site with them would fail.
      category_ids: (page?.categoryIds ?? []).filter(id => !notOffered.has(`category:${id}`)),
      rating: page?.rating ?? null,
      headline: page?.headline ?? null,
      text: page?.text ?? null
    }
    return reply({ data: { type: 'page_analyses' as const, id: '1', attributes } }, 201)
  })
}

/** Media types that are read; empty for a server that does not name one, since browsers then look at the content. */
const readable = new Set(['', 'text/html', 'text/plain', 'application/xhtml+xml'])

/** Whether there is a file instead of a page, such as a picture. Its bytes are not searched for words. */
function leadsToFile(fetched: Fetched): boolean {
  return fetched.ok && fetched.value.status === 200 && !readable.has(fetched.value.mediaType)
}
