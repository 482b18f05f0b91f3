import { z } from 'zod'
import { document, idInput, moment, resource } from '../schema.ts'
import { previewStates } from './preview-states.ts'

/** How long the address of a preview works, in milliseconds. */
export const previewMs = 30 * 60_000

/** Why a preview is not shown: the answer of `GET /serve/previews/{token}` with status 403, 410 or 404. */
export const previewFailures = { forged: 403, expired: 410, not_shown: 404 } as const
export type PreviewFailure = keyof typeof previewFailures

export const createPreviewInput = z
  .object({
    /** Id of the ad unit. */
    id: idInput,
    /** The creative to show. Either this or `state` must be set. */
    creative_id: idInput.optional(),
    state: z.enum(previewStates).optional()
  })
  .refine(it => (it.creative_id === undefined) !== (it.state === undefined), {
    message: 'must be set if there is no state, and must be missing otherwise',
    path: ['creative_id']
  })

const preview = resource(
  'previews',
  z.object({
    /** Value of the parameter `mille-preview` in the address of the page. */
    token: z.string(),
    expires_at: moment
  })
)
export const previewDocument = document(preview)
