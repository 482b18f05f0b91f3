import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type PageAnalysis = z.infer<typeof schema.pageAnalysis>

/** Public because the ad-unit wizard begins before signing up. */
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
  summary: 'Fetches a page and describes what it is about; an unreachable page is not an error'
})
