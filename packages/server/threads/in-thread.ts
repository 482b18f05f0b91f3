import { availableParallelism } from 'node:os'
import type { Result } from '@mille/api/result.ts'
import { createThreadPool, type ThreadPool, type Unfinished } from './thread-pool.ts'

export type ThreadTask = { module: string; name: string; given: unknown[] }

/** What a thread runs. */
export const threadScript = new URL('./thread.ts', import.meta.url)

/** One for the process, however many apps a test has in it. */
const shared = createThreadPool({
  script: threadScript,
  // A processor is left to the event loop where there is another one.
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 32,
  deadlineMs: 5_000,
  memoryMb: 128
})

/**
 * The same function, done by a thread. `module` is where it is exported under its own name; a thread loads that file and
 * all that it imports, so it should be small. What goes in and comes out is copied. Strangers' pages share a pool.
 */
export function inThread<Given extends unknown[], Value>(
  module: URL,
  work: (...given: Given) => Value,
  pool: ThreadPool = shared
): (...given: Given) => Promise<Result<Awaited<Value>, Unfinished>> {
  const { href } = module
  return (...given) => {
    const task: ThreadTask = { module: href, name: work.name, given }
    return pool.run(task) as Promise<Result<Awaited<Value>, Unfinished>>
  }
}

export const stopThreads = shared.stop
