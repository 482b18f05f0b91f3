import { createHash } from 'node:crypto'
import * as endpoints from '@mille/api/api-keys/endpoints.ts'
import * as schema from '@mille/api/api-keys/schema.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { type ApiKeyRow, insertKey, listKeys, maxKeys, readKey, revokeKey } from './queries.ts'

/** Prefix by which an API key is recognized anywhere, such as in a log or a repository. */
export const keyPrefix = 'mille_'
const startLength = keyPrefix.length + 4

export function apiKeyRoutes(serve: Serve): void {
  serve(endpoints.listApiKeys, null, async ({ context, user }) =>
    reply({ data: (await listKeys(context.db, user.id)).map(resourceOf) })
  )

  serve(endpoints.createApiKey, schema.createApiKeyInput, async call => {
    const { context, input, user } = call
    const token = keyPrefix + context.randomBytes(32).toString('base64url')
    const key = await insertKey(call.once.tx, {
      userId: user.id,
      name: input.name,
      scopes: input.scopes,
      tokenHash: hashOf(token),
      tokenStart: token.slice(0, startLength),
      at: context.now()
    })
    if (!key) {
      return failure('api_keys_too_many', {
        detail: `An account can have up to ${maxKeys} API keys. Revoke one that you no longer use.`
      })
    }
    return reply({ data: resourceOf(key), meta: { token } }, 201)
  })

  serve(endpoints.revokeApiKey, schema.apiKeyInput, async ({ context, input, user }) => {
    const isOwn = await revokeKey(context.db, user.id, Number(input.id), context.now())
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })
}

/** Returns the API key and its account; null if the key is revoked or unknown. */
export function findKey(context: Context, token: string) {
  return readKey(context.db, hashOf(token), context.now())
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function resourceOf({ id, created_at, last_used_at, ...attributes }: ApiKeyRow) {
  return {
    type: 'api_keys' as const,
    id: String(id),
    attributes: {
      ...attributes,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null
    }
  }
}
