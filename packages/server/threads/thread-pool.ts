import { Worker } from 'node:worker_threads'
import { type Result, success } from '@mille/api/result.ts'

export type PoolOptions = {
  /** What each thread runs: it answers every message with one `ThreadAnswer`. */
  script: URL
  /** Threads that work at the same time. */
  atOnce: number
  maxWaiting: number
  /** For waiting in the queue, and then once more for the work itself. */
  deadlineMs: number
  /** What reaches it is ended, provided that it grows by small pieces: an array of this size at once ends the process. */
  memoryMb: number
  /** None unless it is given: what reads strangers' words needs no secrets. */
  env?: NodeJS.ProcessEnv
}

/** `busy`: it was not begun, try later. `too_costly`: it was ended at the deadline or at the limit of memory. */
export type Unfinished = { code: 'busy' | 'too_costly' }
export type ThreadAnswer = { ok: true; value: unknown } | { ok: false; error: unknown }
type Outcome = Result<unknown, Unfinished>
type Waiting = { begin: () => void; refuse: () => void }

export type ThreadPool = {
  /** Rejects with what the thread's code has thrown: that is a bug. */
  run: (task: unknown) => Promise<Outcome>
  /** Ends all threads, whatever they do. The next task starts one again. */
  stop: () => Promise<void>
}

const busy: Outcome = { ok: false, code: 'busy' }
const tooCostly: Outcome = { ok: false, code: 'too_costly' }

/** Does what strangers can make expensive away from the event loop, within limits. Threads are started when needed. */
export function createThreadPool(options: PoolOptions): ThreadPool {
  const { script, atOnce, maxWaiting, deadlineMs, memoryMb, env = {} } = options
  const threads = new Set<Worker>()
  const idle: Worker[] = []
  const waiting: Waiting[] = []
  let working = 0

  async function work(task: unknown): Promise<Outcome> {
    const thread = idle.pop() ?? start()
    working++
    try {
      const { outcome, isUsable } = await ask(thread, task, deadlineMs)
      // It may have ended since it answered: Node tells of both in one go.
      if (isUsable && threads.has(thread)) idle.push(thread)
      // Only once it has ended may another one take its place.
      else await thread.terminate()
      return outcome
    } catch (error) {
      await thread.terminate()
      throw error
    } finally {
      working--
      waiting.shift()?.begin()
    }
  }

  function wait(task: unknown): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const leave = (outcome: Outcome | Promise<Outcome>) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const one = { begin: () => leave(work(task)), refuse: () => leave(busy) }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(one), 1)
      one.refuse()
    }, deadlineMs)
    waiting.push(one)
    return promise
  }

  function start(): Worker {
    const thread = new Worker(script, {
      env,
      // It does not need what this process was started with, such as a debugger.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb }
    })
    threads.add(thread)
    const leave = () => {
      threads.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    }
    // Without a listener an error between two tasks would end the process. The thread ends by it, and is given no other task.
    thread.on('error', leave).once('exit', leave)
    return thread
  }

  return {
    async run(task) {
      if (working < atOnce) return work(task)
      return waiting.length < maxWaiting ? wait(task) : busy
    },
    async stop() {
      for (const { refuse } of waiting.splice(0)) refuse()
      await Promise.all([...threads].map(it => it.terminate()))
    }
  }
}

/** One task for one thread, which keeps the process alive for no longer than that. */
function ask(
  thread: Worker,
  task: unknown,
  deadlineMs: number
): Promise<{ outcome: Outcome; isUsable: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    outcome: Outcome
    isUsable: boolean
  }>()
  const timer = setTimeout(() => resolve({ outcome: tooCostly, isUsable: false }), deadlineMs)
  const answered = (answer: ThreadAnswer) =>
    answer.ok ? resolve({ outcome: success(answer.value), isUsable: true }) : reject(answer.error)
  let fault: NodeJS.ErrnoException | undefined
  const failed = (error: NodeJS.ErrnoException) => {
    fault = error
  }
  // Of an error Node may tell before the answer that came ahead of it, of the end only after both.
  const ended = () =>
    fault && fault.code !== 'ERR_WORKER_OUT_OF_MEMORY'
      ? reject(fault)
      : resolve({ outcome: fault ? tooCostly : busy, isUsable: false })
  thread.on('message', answered).on('error', failed).on('exit', ended)
  thread.ref()
  thread.postMessage(task)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', answered).off('error', failed).off('exit', ended)
    thread.unref()
  })
}
