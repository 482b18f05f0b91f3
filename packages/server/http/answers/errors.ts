import type { ApiError, ErrorDocument } from '@mille/api/document.ts'
import { type AnyEndpoint, pathParameters } from '@mille/api/endpoint.ts'
import { type ErrorCode, errorCodes } from '@mille/api/errors.ts'
import type { z } from 'zod'
import type { Failure } from './reply.ts'

export const jsonType = 'application/json;charset=utf-8'

/** Converts a failure to a JSON:API error response; the only place that does so. */
export function failureResponse(failure: Failure, endpoint: AnyEndpoint | null = null): Response {
  const { status, title } = errorCodes[failure.code]
  const error: ApiError = {
    status: String(status),
    code: failure.code,
    title,
    detail: failure.detail ?? `${title}.`
  }
  const source = failure.pointer === undefined ? undefined : sourceOf(failure.pointer, endpoint)
  const headers: Record<string, string> =
    failure.retryAfterSeconds === undefined
      ? {}
      : { 'Retry-After': String(failure.retryAfterSeconds) }
  return errorsResponse(status, [source ? { ...error, source } : error], headers)
}

/** Returns everything that a schema found wrong, with one error for each value. */
export function invalidResponse(
  issues: readonly z.core.$ZodIssue[],
  endpoint: AnyEndpoint
): Response {
  const errors = issues.slice(0, 50).map(issue => {
    const code = issueCode(issue)
    const { status, title } = errorCodes[code]
    const path = issue.path.map(String)
    const source = path.length === 0 ? undefined : sourceOf(path.join('/'), endpoint)
    const detail = issueDetail(issue)
    return { status: String(status), code, title, detail, ...(source ? { source } : {}) }
  })
  return errorsResponse(422, errors)
}

function errorsResponse(
  status: number,
  errors: ApiError[],
  headers: Record<string, string> = {}
): Response {
  const body: ErrorDocument = { errors }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': jsonType, 'Cache-Control': 'no-store', ...headers }
  })
}

/** Returns a pointer to a value in the body, or the name of a parameter in the path or query. */
function sourceOf(
  path: string,
  endpoint: AnyEndpoint | null
): { pointer: string } | { parameter: string } {
  const first = path.split('/')[0] ?? path
  const inBody = endpoint !== null && endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  if (inBody && !pathParameters(endpoint.path).includes(first))
    return { pointer: `/data/attributes/${path}` }
  return { parameter: first }
}

export function issueCode(issue: z.core.$ZodIssue): ErrorCode {
  const code = issue.code === 'custom' ? (issue.params?.code as string | undefined) : undefined
  return code !== undefined && code in errorCodes ? (code as ErrorCode) : 'invalid'
}

/** Describes a problem with a value as a full sentence. */
export function issueDetail(issue: z.core.$ZodIssue): string {
  const name = issue.path.map(String).join('.') || 'The request'
  return `${name} ${wordsOf(issue)}.`.replace(/\.\.$/, '.')
}

/** Returns the end of a sentence that begins with the value's name and states what is wrong. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith('received undefined')) return 'is required'
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`
  if (issue.code === 'invalid_union') return 'has the wrong type'
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  // The schema library's own messages begin with a heading: "Too big: expected number to be <=100".
  return issue.message.replace(/^[A-Z][a-z ]+: expected \w+ to (be|have) /, 'must $1 ')
}
