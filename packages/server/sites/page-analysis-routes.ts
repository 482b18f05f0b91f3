import { languages } from '@mille/api/constants.ts'
import * as endpoints from '@mille/api/page-analyses/endpoints.ts'
import * as schema from '@mille/api/page-analyses/schema.ts'
import { addressBlock } from '../http/client-address.ts'
import type { Limit } from '../http/limits.ts'
import { failure, reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readNotOffered } from '../settings/index.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { isProvedByOther } from './queries.ts'
import { readPage } from './read-page.ts'
import { siteOf } from './site-rules.ts'
import { suggestCategories, suggestRating } from './suggest.ts'

/** Each sends a request to a stranger's server. */
const analyses: Limit = { name: 'analyses', points: 30, seconds: 600 }

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
    const problem = fetched.ok
      ? fetched.value.status === 200
        ? null
        : `answered with status ${fetched.value.status}`
      : fetched.reason
    const page = fetched.ok && problem === null ? readPage(fetched.value.text) : null
    const notOffered = await readNotOffered(context.db)
    const found = page ? suggestCategories(page.words) : []
    const { domainName } = siteOf(input.page_url)
    const attributes = {
      page_url: input.page_url,
      domain_name: domainName,
      is_taken: await isProvedByOther(context.db, visitor?.id ?? 0, domainName),
      reachable: problem === null,
      problem,
      title: page?.title ?? null,
      language: languages.find(code => code === page?.language) ?? null,
      // A site could not be added with what is offered no more.
      category_ids: found.filter(id => !notOffered.has(`category:${id}`)),
      rating: page ? suggestRating(page.words) : null
    }
    return reply({ data: { type: 'page_analyses' as const, id: '1', attributes } }, 201)
  })
}
