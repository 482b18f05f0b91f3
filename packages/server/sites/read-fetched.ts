import type { Result } from '@mille/api/result.ts'
import { tooCostlyPage } from '../html/unread.ts'
import type { Unfinished } from '../threads/thread-pool.ts'
import type { Fetched, FetchedPage } from './guarded-fetch.ts'

/** `busy`: other pages are read before it. A `problem` is the end of a sentence that begins with the address. */
export type Unread = { code: 'busy' } | { code: 'unreadable'; problem: string }

/** What a thread reads of a page that came with status 200, or why nothing is known of it. */
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
