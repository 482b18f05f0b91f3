import { availableParallelism } from 'node:os'
import type { Result } from '@mille/api/result.ts'
import { createThreadPool, type ThreadPool, type Unfinished } from './thread-pool.ts'

export type ThreadTask = { module: string; name: string; given: unknown[] }

/** The script that each thread runs. */
export const threadScript = new URL('./thread.ts', import.meta.url)

/** The thread pool of the whole process, shared even by several apps in a test. */
const shared = createThreadPool({
  script: threadScript,
  // Leaves one CPU core to the event loop if there is more than one.
  atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)),
  maxWaiting: 32,
  deadlineMs: 5_000,
  memoryMb: 128
})

/**
 * Wraps a function so that a thread runs it. `module` must export the function under its own name and should be small,
 * because the thread loads it with all its imports. Arguments and results are copied. All untrusted pages share one
 * pool.
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
