import type { AnswerOf, AnyEndpoint } from '@mille/api/endpoint.ts'
import { type ErrorCode, errorCodes } from '@mille/api/errors.ts'

/**
 * A sample answer of an endpoint, for stories and tests: for every call, or only for calls with these query values. Null
 * means the error 404.
 */
export type Given = {
  endpoint: AnyEndpoint
  answer: unknown
  query?: Readonly<Record<string, string>>
  /** The error that the call gets in place of the answer. */
  refusal?: { status: number; code: ErrorCode; detail: string; pointer?: string }
}

/** Creates a sample answer; the type checker refuses one that the endpoint could not give. */
export function given<E extends AnyEndpoint>(
  endpoint: E,
  answer: AnswerOf<E>,
  query?: Readonly<Record<string, string>>
): Given {
  return { endpoint, answer, ...(query && { query }) }
}

/** Creates the answer of an endpoint whose subject does not exist. */
export function missing(endpoint: AnyEndpoint): Given {
  return { endpoint, answer: null }
}

/** Creates the error that an endpoint answers with, with the sentence that readers see. */
export function refused(
  endpoint: AnyEndpoint,
  code: ErrorCode,
  detail: string,
  query?: Readonly<Record<string, string>>
): Given {
  const refusal = { status: errorCodes[code].status, code, detail }
  return { endpoint, answer: null, refusal, ...(query && { query }) }
}

/** Creates the error that an endpoint answers with because of one of its attributes. */
export function refusedField(
  endpoint: AnyEndpoint,
  field: string,
  code: ErrorCode,
  detail: string
): Given {
  const { status } = errorCodes[code]
  const pointer = `/data/attributes/${field}`
  return { endpoint, answer: null, refusal: { status, code, detail, pointer } }
}

/** Returns the sample list without its rows. */
export function emptied({ endpoint, answer }: Given): Given {
  const { data, meta, ...rest } = answer as { data: unknown; meta?: object }
  if (!Array.isArray(data)) throw new TypeError(`${endpoint.path} answers no list`)
  const pagination = meta && 'pagination' in meta && { pagination: { records: 0 } }
  return {
    endpoint,
    answer: {
      ...rest,
      ...('included' in rest && { included: [] }),
      data: [],
      ...(meta && { meta: { ...meta, ...pagination } })
    }
  }
}
