import type { Result } from '@mille/api/result.ts'
import { tooCostlyPage } from '../html/unread.ts'
import type { Unfinished } from '../threads/thread-pool.ts'
import type { Fetched, FetchedPage } from './guarded-fetch.ts'

/**
 * Why a page was not read. `busy`: other pages are read first. A `problem` is the end of a sentence that begins with
 * the address.
 */
export type Unread = { code: 'busy' } | { code: 'unreadable'; problem: string }

/** Reads a fetched page with status 200 in a worker thread, and returns the result or the reason why there is none. */
export async function readFetched<Value>(
  fetched: Fetched,
  read: (text: string, page: FetchedPage) => Promise<Result<Value, Unfinished>>
): Promise<Result<Value, Unread>> {
  if (!fetched.ok) return unreadable(fetched.reason)
  const { status, text } = fetched.value
  if (status !== 200) return unreadable(`responded with status ${status}`)
  const found = await read(text, fetched.value)
  if (found.ok) return found
  return found.code === 'busy' ? { ok: false, code: 'busy' } : unreadable(tooCostlyPage)
}

function unreadable(problem: string) {
  return { ok: false, code: 'unreadable', problem } as const
}
