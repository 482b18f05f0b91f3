import { Worker } from 'node:worker_threads'
import { type Result, success } from '@mille/api/result.ts'

export type PoolOptions = {
  /** The script that each thread runs. It answers every message with one `ThreadAnswer`. */
  script: URL
  /** Maximum number of threads that work at the same time. */
  atOnce: number
  maxWaiting: number
  /** Time limit in milliseconds for waiting in the queue, and again for the work itself. */
  deadlineMs: number
  /**
   * Memory limit per thread. A thread that reaches it in small steps is ended; a single array of this size ends the
   * whole process.
   */
  memoryMb: number
  /** Environment of the threads, empty by default: code that reads untrusted input needs no secrets. */
  env?: NodeJS.ProcessEnv
}

/**
 * `busy`: the task was not started, so try later. `too_costly`: the task was ended at the deadline or the memory limit.
 */
export type Unfinished = { code: 'busy' | 'too_costly' }
export type ThreadAnswer = { ok: true; value: unknown } | { ok: false; error: unknown }
type Outcome = Result<unknown, Unfinished>
type Waiting = { begin: () => void; refuse: () => void }

export type ThreadPool = {
  /** Runs a task. Rejects with any error that the thread's code throws, which is a bug. */
  run: (task: unknown) => Promise<Outcome>
  /** Ends all threads, even while they work. The next task starts a new thread. */
  stop: () => Promise<void>
}

const busy: Outcome = { ok: false, code: 'busy' }
const tooCostly: Outcome = { ok: false, code: 'too_costly' }

/**
 * Creates a pool of threads for work on untrusted input, which keeps the event loop free and has limits. Threads start
 * on demand.
 */
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
      // The thread may have ended right after its answer, since Node delivers both at once.
      if (isUsable && threads.has(thread)) idle.push(thread)
      // A new thread may start only when the previous one has ended.
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
      // Threads do not inherit the flags of this process, such as those of a debugger.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb }
    })
    threads.add(thread)
    const leave = () => {
      threads.delete(thread)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    }
    // Without a listener, an error between two tasks would end the process. It ends the thread, which gets no further
    // tasks.
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

/** Sends one task to a thread. The thread keeps the process alive only until the task is done. */
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
  // Node may report an error before the answer that preceded it, but reports the exit only after both.
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
