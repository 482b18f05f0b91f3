import { z } from 'zod'
import { apiScopes } from '../constants.ts'
import { document, documentWithMeta, idInput, moment, plainText, resource } from '../schema.ts'

export const createApiKeyInput = z.object({
  name: plainText(60),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'must contain at least one scope')
    .max(apiScopes.length)
    .transform(scopes => [...new Set(scopes)])
})
export const apiKeyInput = z.object({ id: idInput })

export const apiKey = resource(
  'api_keys',
  z.object({
    name: z.string(),
    scopes: z.array(z.enum(apiScopes)),
    /** The first characters of the API key, by which its owner recognizes it. */
    token_start: z.string(),
    created_at: moment,
    last_used_at: moment.nullable()
  })
)
export const apiKeyList = document(z.array(apiKey))
/** The key itself is returned only in this answer, in `meta.token`. */
export const newApiKey = documentWithMeta(apiKey, z.object({ token: z.string() }))
