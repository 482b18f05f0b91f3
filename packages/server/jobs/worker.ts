import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, type RunnerOptions, run } from 'graphile-worker'
import type { Context } from '../context.ts'
import { createPool } from '../db/clients.ts'
import { mailQueue } from '../mail/outbox.ts'
import { planLost } from '../mail/send-once.ts'
import { startTelegramBot } from '../notifications/index.ts'
import { bookCrontab, bookTasks, planSettlement } from './book-tasks.ts'
import { startLivingWorkers } from './living-workers.ts'
import { messageCrontab, messageTasks } from './message-tasks.ts'
import { prepareJobs } from './prepare.ts'

export type JobWorker = { stop: () => Promise<void> }

const restartMs = 5_000
/** Of the books, as many as there are tasks that may take long. */
const slots = { books: 7, messages: 2 }
/** For the slots, for each runner's subscription to new jobs, and for the locks of the workers. */
const connections = slots.books + slots.messages + 3

/**
 * Runs the jobs. Several processes may: a job is taken by one of them, and settlement, which plans its own next run
 * under one key, is idempotent anyway. Messages have slots that nothing else takes.
 */
export async function startWorker(context: Context): Promise<JobWorker> {
  // A pool of its own: the queue expects PostgreSQL's plain types, where ours reads bigint.
  const pool = createPool(context.connection, { max: connections })
  await prepareJobs(pool)
  const living = await startLivingWorkers(pool, context.log)
  const options = (own: RunnerOptions, concurrentJobs: number): RunnerOptions => ({
    ...{ pgPool: pool, events: living.events, noHandleSignals: true },
    preset: {
      worker: {
        concurrentJobs,
        pollInterval: 1000,
        // Outcomes of jobs are reported in batches, of one as a rule: those are tried again while the database is away,
        // where a single one that fails is an unhandled rejection, and ends the whole process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0
      }
    },
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ job: true }, message)
    }),
    ...own
  })
  const books = { taskList: bookTasks(context), crontab: bookCrontab }
  const messages = { taskList: messageTasks(context), crontab: messageCrontab }
  const runners = [
    await keepRunning(context.log, options(books, slots.books)),
    await keepRunning(context.log, options(messages, slots.messages))
  ]
  await planSettlement(pool, context.now())
  // A server that was away has transfers and days that are not in the open books.
  // One at a time: the runner adds jobs too, and who adds two in one transaction may wait for it in a circle.
  for (const task of ['seal_books', 'sum_view_days', 'sum_for_reports'])
    await pool.query('select graphile_worker.add_job($1, queue_name := $1, job_key := $1)', [task])
  await planLost(context.db, mailQueue, context.now())
  const bot = startTelegramBot(context)
  return {
    async stop() {
      await bot.stop()
      await Promise.all(runners.map(it => it.stop()))
      await living.stop()
      await pool.end()
    }
  }
}

/** A runner gives up when the database is away for some minutes; the jobs are still there when it is back. */
async function keepRunning(log: Context['log'], options: RunnerOptions): Promise<JobWorker> {
  let runner: Runner = await run(options)
  let isStopping = false
  const running = keepOn()

  async function keepOn(): Promise<void> {
    while (!isStopping) {
      await runner.promise.catch(error => log.warn({ err: error }, 'the jobs have stopped'))
      while (!isStopping && !(await tryAgain())) await sleep(restartMs)
    }
  }

  async function tryAgain(): Promise<boolean> {
    try {
      runner = await run(options)
      return true
    } catch (error) {
      log.warn({ err: error }, 'the jobs cannot start yet')
      return false
    }
  }

  return {
    async stop() {
      isStopping = true
      // Refused by a runner that has stopped by itself.
      await runner.stop().catch(() => {})
      await running
      // It may have been started again in that very moment.
      await runner.stop().catch(() => {})
    }
  }
}
