import type { AnswerOf, AnyEndpoint } from '@mille/api/endpoint.ts'

/** What a call answers, for stories and tests: every call, or those whose query has these values. */
export type Given = {
  endpoint: AnyEndpoint
  answer: unknown
  query?: Readonly<Record<string, string>>
}

/** The type checker refuses a sample that is not what the endpoint answers. */
export function given<E extends AnyEndpoint>(
  endpoint: E,
  answer: AnswerOf<E>,
  query?: Readonly<Record<string, string>>
): Given {
  return { endpoint, answer, ...(query && { query }) }
}

/** The same list without rows. */
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
