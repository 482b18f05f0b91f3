import { answers } from '@mille/api/answers.ts'
import { authenticityTokenPath } from '@mille/api/constants.ts'
import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import { type ErrorCode, errorCodes } from '@mille/api/errors.ts'
import { z } from 'zod'
import { jsonType } from '../answers/errors.ts'
import { hasNoSession } from '../callers/cross-origin.ts'
import { canSend, possibleCodes } from '../requests/possible-codes.ts'
import type { Served } from '../serve.ts'

export type Json = Record<string, unknown>
type InputSchema = { type?: string; properties?: Record<string, Json>; required?: string[] }

/** Returns a call as an operation of OpenAPI 3.1. */
export function operation({ endpoint, schema }: Served): Json {
  const input = inputSchema(schema)
  const inPath = pathParameters(endpoint.path)
  const { isJson, isForm } = canSend(endpoint)
  return {
    summary: endpoint.summary,
    operationId: operationId(endpoint),
    tags: [endpoint.path.split('/')[3] ?? endpoint.path.split('/')[1]],
    security: security(endpoint),
    parameters: [
      ...inPath.map(name => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' }
      })),
      ...(isJson || isForm ? [] : queryParameters(input, inPath)),
      ...headerParameters(endpoint)
    ],
    ...(isJson ? { requestBody: jsonBody(endpoint, input, inPath) } : {}),
    ...(isForm ? { requestBody: formBody(endpoint) } : {}),
    responses: responses(endpoint)
  }
}

/**
 * Returns the schema of everything that a call takes, in one flat object: the path's parameters, then the query or
 * attributes.
 */
export function inputSchema(schema: z.ZodType | null): InputSchema {
  if (!schema) return {}
  return jsonSchema(schema, 'input').schema as InputSchema
}

/**
 * Converts a schema to JSON Schema. A named schema is in the document once, and all uses, including its own, refer to
 * it.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output'
): { schema: Json; named: Json } {
  const made = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  const {
    $schema: _,
    $defs: named = {},
    ...json
  } = JSON.parse(made.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json
  return { schema: json, named: named as Json }
}

function operationId({ method, path }: AnyEndpoint): string {
  const words = path.replace(/^\/api\/v1/, '').match(/[a-z]+/gi) ?? []
  const prefix = path.startsWith('/api/') ? '' : 'Short'
  return (
    method.toLowerCase() +
    prefix +
    words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

/** Returns the security requirements. An empty requirement means that the call also works without credentials. */
function security(endpoint: AnyEndpoint): Json[] {
  const { auth, scopes, crossOrigin } = endpoint
  if (crossOrigin) return [{}, { bearer: [] }]
  if (hasNoSession(endpoint)) return [{}]
  const ways = [{ session: [] }, { bearer: [...(scopes ?? [])] }]
  return auth === 'public' ? [{}, ...ways] : ways
}

function queryParameters(
  { properties = {}, required = [] }: InputSchema,
  inPath: string[]
): Json[] {
  return Object.entries(properties)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      // A list is sent by repeating the parameter.
      style: 'form',
      explode: true,
      schema
    }))
}

const keyMeaning =
  'For three days, the same key and body have one effect and one response; the same key with a different body is refused'

function headerParameters(endpoint: AnyEndpoint): Json[] {
  const isWrite = endpoint.method !== 'GET' && !hasNoSession(endpoint)
  const header = (name: string, required: boolean, description: string) => ({
    name,
    in: 'header',
    required,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 100 }
  })
  return [
    ...(isWrite && endpoint.path !== authenticityTokenPath
      ? [header('X-CSRF-Token', false, 'Required unless a bearer token is used')]
      : []),
    ...(endpoint.idempotency
      ? [header('Idempotency-Key', endpoint.idempotency === 'required', keyMeaning)]
      : [])
  ]
}

function jsonBody(endpoint: AnyEndpoint, input: InputSchema, inPath: string[]): Json {
  const properties = Object.entries(input.properties ?? {})
  const attributes = {
    type: 'object',
    properties: Object.fromEntries(properties.filter(([name]) => !inPath.includes(name))),
    required: (input.required ?? []).filter(name => !inPath.includes(name))
  }
  const data = {
    type: 'object',
    required: attributes.required.length > 0 ? ['type', 'attributes'] : ['type'],
    properties: { type: { const: endpoint.type }, attributes }
  }
  const schema = { type: 'object', required: ['data'], properties: { data } }
  return { required: true, content: { [jsonType]: { schema } } }
}

/**
 * Returns the body of a form call, whose fields its handler reads: a picture, ids, or other fields that the endpoint
 * names.
 */
function formBody({ multipart = {} }: AnyEndpoint): Json {
  const properties = Object.fromEntries(
    Object.entries(multipart).map(([name, kind]) => [
      name,
      kind === 'file'
        ? { type: 'string', contentMediaType: 'application/octet-stream' }
        : kind === 'ids'
          ? { type: 'array', items: { type: 'string' } }
          : { type: 'string' }
    ])
  )
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { type: 'object', properties } } }
  }
}

function responses(endpoint: AnyEndpoint): Json {
  const answer = answers.get(endpoint)
  const good = endpoint.statuses.map(status => [
    String(status),
    { description: 'Done', ...(status === 204 ? {} : content(endpoint, answer)) }
  ])
  const byStatus = Map.groupBy(possibleCodes(endpoint), code => errorCodes[code].status)
  const bad = [...byStatus].map(([status, codes]) => [
    String(status),
    { description: codes.join(', '), content: { [jsonType]: { schema: errorsOf(codes) } } }
  ])
  return Object.fromEntries([...good, ...bad])
}

function content(endpoint: AnyEndpoint, answer: z.ZodType | undefined): Json {
  if (endpoint.eventStream) return { content: { 'text/event-stream': {} } }
  // The content type is that of the file.
  if (endpoint.file) return { content: { '*/*': {} } }
  const plain = answer ? jsonSchema(answer, 'output').schema : {}
  const table = { 'text/csv; charset=utf-8': { schema: { type: 'string' } } }
  if (endpoint.csv === true) return { content: table }
  const isTable = endpoint.csv === 'on request'
  return { content: { [jsonType]: { schema: plain }, ...(isTable ? table : {}) } }
}

/** Returns the schema of errors that have only these codes. */
function errorsOf(codes: readonly ErrorCode[]): Json {
  const code = { enum: [...new Set(codes)] }
  return {
    allOf: [
      { $ref: '#/components/schemas/Errors' },
      { properties: { errors: { items: { properties: { code } } } } }
    ]
  }
}
