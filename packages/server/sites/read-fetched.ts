import type { Result } from '@mille/api/result.ts'
import { tooCostlyPage } from '../html/unread.ts'
import type { Unfinished } from '../threads/thread-pool.ts'
import type { Fetched, FetchedPage, FetchFailure } from './guarded-fetch.ts'

/**
 * Why a page was not read. `busy`: other pages are read first. A `problem` is the end of a sentence that begins with
 * the address.
 */
export type Unread =
  | { code: 'busy' }
  | {
      code: 'unreadable'
      cause: FetchFailure['cause'] | 'error_status' | 'too_large'
      problem: string
    }

/** Reads a fetched page with status 200 in a worker thread, and returns the result or the reason why there is none. */
export async function readFetched<Value>(
  fetched: Fetched,
  read: (text: string, page: FetchedPage) => Promise<Result<Value, Unfinished>>
): Promise<Result<Value, Unread>> {
  if (!fetched.ok) return unreadable(fetched.cause, fetched.reason)
  const { status, text } = fetched.value
  if (status !== 200) return unreadable('error_status', `responded with status ${status}`)
  const found = await read(text, fetched.value)
  if (found.ok) return found
  if (found.code === 'busy') return { ok: false, code: 'busy' }
  return unreadable('too_large', tooCostlyPage)
}

function unreadable(cause: Extract<Unread, { code: 'unreadable' }>['cause'], problem: string) {
  return { ok: false, code: 'unreadable', cause, problem } as const
}
