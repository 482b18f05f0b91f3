import type { CallFailure, CallResult } from '@mille/api/client.ts'
import { data, isRouteErrorResponse, redirectDocument } from 'react-router'
import { withoutLanguage } from '../navigation/language-prefix.ts'
import { signInPath } from '../navigation/return-path.ts'
import { type LoadArgs, pageContext } from './page-context.ts'

/** The data that an error page receives. */
export type PageFailure = { code: string; detail: string }

/**
 * Returns the answer of a read. A failure leaves the page: 401 redirects to sign-in, 403 to the home page, and all
 * others show the error page. The error page shows status −1 (no server) as 503, and an unreadable answer as 502.
 */
export function answerOf<Answer>(
  result: CallResult<Answer>,
  { request, context }: LoadArgs<unknown>
): Answer {
  if (result.ok) return result.value
  const way = wayOut(result, request.url)
  // The redirect loads a new document, so that nothing that the account saw remains in memory.
  if (way !== null && context.get(pageContext).takeRedirect()) throw redirectDocument(way)
  throw pageFailure(result)
}

/** Returns where users are redirected after a 401 or 403, or null for any other failure. */
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

/** Returns the failure that a page's loader has thrown. A bug becomes status 500. */
export function thrownFailure(thrown: unknown): PageFailure & { status: number } {
  const { status = 500, answer } = isRouteErrorResponse(thrown)
    ? { status: thrown.status, answer: thrown.data }
    : readData(thrown)
  const { code = 'internal', detail = '' } = (answer ?? {}) as Partial<PageFailure>
  return { status, code, detail }
}

/** Reads the value of `data(…)` before React Router converts it to a response. */
function readData(thrown: unknown): { status?: number | undefined; answer?: unknown } {
  if (typeof thrown !== 'object' || thrown === null) return {}
  if (!('data' in thrown && 'init' in thrown)) return {}
  const { data: answer, init } = thrown as ReturnType<typeof data>
  return { status: init?.status, answer }
}
