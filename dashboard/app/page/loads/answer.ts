import type { CallFailure, CallResult } from '@mille/api/client.ts'
import { data, isRouteErrorResponse, redirectDocument } from 'react-router'
import { withoutLanguage } from '../navigation/language-prefix.ts'
import { signInPath } from '../navigation/return-path.ts'
import { type LoadArgs, pageContext } from './page-context.ts'

/** What an error page receives. */
export type PageFailure = { code: string; detail: string }

/**
 * The answer of a read. A failure leaves the page: 401 to signing in, 403 to the start, anything else to the error
 * page, which shows status −1 (no server) as 503, and an answer that could not be read as 502.
 */
export function answerOf<Answer>(
  result: CallResult<Answer>,
  { request, context }: LoadArgs<unknown>
): Answer {
  if (result.ok) return result.value
  const way = wayOut(result, request.url)
  // A whole new page, so that nothing of what the account saw stays in memory.
  if (way !== null && context.get(pageContext).takeRedirect()) throw redirectDocument(way)
  throw pageFailure(result)
}

/** Where the specification sends people whose call was refused; null for every other failure. */
function wayOut(failure: CallFailure, url: string): string | null {
  if (failure.status === 401) {
    const { pathname, search } = new URL(url)
    return signInPath(withoutLanguage(pathname) + search, 'not_authenticated')
  }
  return failure.status === 403 ? '/?flash=not_authorized' : null
}

export function pageFailure(failure: CallFailure) {
  const answer: PageFailure = { code: failure.code, detail: failure.errors[0]?.detail ?? '' }
  return data(answer, { status: pageStatus(failure.status) })
}

function pageStatus(status: number): number {
  if (status === -1) return 503
  return status < 400 ? 502 : status
}

/** What a page's load threw, read back; 500 for a bug. */
export function thrownFailure(thrown: unknown): PageFailure & { status: number } {
  const { status = 500, answer } = isRouteErrorResponse(thrown)
    ? { status: thrown.status, answer: thrown.data }
    : readData(thrown)
  const { code = 'internal', detail = '' } = (answer ?? {}) as Partial<PageFailure>
  return { status, code, detail }
}

/** `data(…)` as it is before React Router makes an answer of it. */
function readData(thrown: unknown): { status?: number | undefined; answer?: unknown } {
  if (typeof thrown !== 'object' || thrown === null) return {}
  if (!('data' in thrown && 'init' in thrown)) return {}
  const { data: answer, init } = thrown as ReturnType<typeof data>
  return { status: init?.status, answer }
}
