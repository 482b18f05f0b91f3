import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type ApiKey = z.infer<typeof schema.apiKey>

/* API keys cannot create or revoke API keys: only a signed-in account can. */

export const listApiKeys = endpoint<Record<never, never>, z.infer<typeof schema.apiKeyList>>({
  method: 'GET',
  path: '/api/v1/api_keys',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The account’s active API keys, newest first'
})

export const createApiKey = endpoint<
  z.input<typeof schema.createApiKeyInput>,
  z.infer<typeof schema.newApiKey>
>({
  method: 'POST',
  path: '/api/v1/api_keys',
  statuses: [201],
  auth: 'user',
  type: 'api_keys',
  stepUp: 'once_code_is_saved',
  idempotency: 'optional',
  answersSecret: true,
  errors: ['api_keys_too_many'],
  summary: 'Creates an API key; meta.token is shown only once'
})

export const revokeApiKey = endpoint<z.input<typeof schema.apiKeyInput>, void>({
  method: 'DELETE',
  path: '/api/v1/api_keys/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Revokes an API key immediately'
})
