import { errorCodes } from '@mille/api/errors.ts'
import { descriptionTree } from '@mille/api/marketplace/description-schema.ts'
import type { Served } from '../serve.ts'
import { type Json, jsonSchema, operation } from './openapi-operation.ts'

/** Makes the OpenAPI 3.1 document from the endpoint objects that the server serves, with the network's name. */
export function openApiDocument(
  served: readonly Served[],
  { publicUrl, name }: { publicUrl: string; name: string }
): Json {
  const paths: Record<string, Json> = {}
  for (const one of served) {
    const { endpoint } = one
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(one)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      description: 'Powered by Mille',
      version: '1',
      summary: 'The API of an advertising network, in JSON:API format',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' }
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the token that signing in returns with JWT-AUD: users'
        }
      },
      schemas
    }
  }
}

/** Schema of every error response. */
const errorSchema: Json = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['status', 'code', 'title', 'detail'],
        properties: {
          status: { type: 'string' },
          code: { enum: Object.keys(errorCodes) },
          title: { type: 'string' },
          detail: { type: 'string' },
          source: {
            type: 'object',
            properties: { pointer: { type: 'string' }, parameter: { type: 'string' } },
            additionalProperties: false
          }
        },
        additionalProperties: false
      }
    }
  },
  additionalProperties: false
}

/** Schemas that the calls refer to. */
export const schemas: Json = { Errors: errorSchema, ...jsonSchema(descriptionTree, 'output').named }
