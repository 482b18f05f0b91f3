import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type PageAnalysis = z.infer<typeof schema.pageAnalysis>
export type PageProblem = NonNullable<PageAnalysis['attributes']['problem_code']>

/** Public because people begin ad units and campaigns before they sign up. */
export const analysePage = endpoint<
  z.input<typeof schema.pageAnalysisInput>,
  z.infer<typeof schema.pageAnalysisDocument>
>({
  method: 'POST',
  path: '/api/v1/page_analyses',
  statuses: [201],
  auth: 'public',
  type: 'page_analyses',
  errors: ['too_many_requests'],
  summary:
    'Fetches a page, describes what it is about, and proposes the text of an ad for it; an unreachable page is not an error'
})
