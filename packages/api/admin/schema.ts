import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { campaign, creative, paymentModel } from '../campaigns/schema.ts'
import { document, idInput, pageInput, pagination, plainText } from '../schema.ts'

export const reviewQueueInput = z.object({ ...pageInput })
export const decideCreativeInput = z
  .object({
    id: idInput,
    decision: z.enum(['approve', 'reject']),
    reason: plainText(500).optional()
  })
  .refine(value => value.decision === 'approve' || value.reason !== undefined, {
    error: 'must say why it is rejected',
    path: ['reason']
  })
/** Creatives that wait, oldest first, each with its campaign. */
export const reviewQueue = z.object({
  data: z.array(creative),
  included: z.array(z.union([campaign, paymentModel, banner])),
  meta: pagination.extend({ campaigns: z.record(z.string(), z.string()) })
})
export const creativeDocument = document(creative)
