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
/** Maximum number of simultaneous jobs. `books` is the number of accounting tasks that may take long. */
const slots = { books: 7, messages: 2 }
/** Database connections for the slots, for each runner's subscription to new jobs, and for the advisory locks. */
const connections = slots.books + slots.messages + 3

/**
 * Runs the jobs. Several processes may do so: a job is taken by one of them, and settlement, which plans its own next
 * run under one key, is idempotent anyway. Messages have slots that no other job takes.
 */
export async function startWorker(context: Context): Promise<JobWorker> {
  // The job queue has a pool of its own, because it expects PostgreSQL's plain types, while the app's pool reads
  // `bigint`.
  const pool = createPool(context.connection, { max: connections })
  await prepareJobs(pool)
  const living = await startLivingWorkers(pool, context.log)
  const options = (own: RunnerOptions, concurrentJobs: number): RunnerOptions => ({
    ...{ pgPool: pool, events: living.events, noHandleSignals: true },
    preset: {
      worker: {
        concurrentJobs,
        pollInterval: 1000,
        // Outcomes of jobs are reported in batches, usually of one, because batches are retried while the database is
        // unavailable. A single report that fails would be an unhandled rejection, which ends the whole process.
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
  // After downtime, some transfers and days are not sealed or summed yet. The jobs are added one at a time: the runner
  // adds jobs too, and adding two in one transaction could deadlock with it.
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

/**
 * Restarts a runner that has given up because the database was unavailable for some minutes. Its jobs are still there
 * when the database is back.
 */
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
      // A runner that has stopped by itself rejects the call.
      await runner.stop().catch(() => {})
      await running
      // The runner may have been restarted at that very moment.
      await runner.stop().catch(() => {})
    }
  }
}
