import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { deleteExpired } from '../accounts/index.ts'
import { forgetReporters } from '../ad-reports/index.ts'
import { notifyOfUnhealthy } from '../ad-units/index.ts'
import { mailActs } from '../admin/index.ts'
import { announce } from '../announcements/index.ts'
import { sealBooks } from '../books/index.ts'
import type { Context } from '../context.ts'
import { WrongClock } from '../db/check-clock.ts'
import { createPool } from '../db/clients.ts'
import { scoreUnits, sumViewDays } from '../delivery/index.ts'
import { payMatured } from '../earnings/index.ts'
import { forgetSpentCaptchas } from '../http/captcha.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetEndedLimits } from '../http/limits.ts'
import { mailQueue, sendMail } from '../mail/outbox.ts'
import { forgetSent, planLost } from '../mail/send-once.ts'
import { fireDeadlines, tidyMarketplace, watchProofs } from '../marketplace/index.ts'
import { sendTelegram, startTelegramBot, telegramQueue } from '../notifications/index.ts'
import { payOutAutomatically } from '../payments/index.ts'
import { takeGivenUp } from '../privacy/index.ts'
import { checkpointNote, sealCharges, UnreadableLogKeys } from '../public-log/index.ts'
import { settleDue } from '../settlement/index.ts'
import { mailChatAnswer, tidyChat } from '../support/index.ts'
import { holdActive } from '../window-holds/index.ts'
import { prepareJobs } from './prepare.ts'

export type JobWorker = { stop: () => Promise<void> }

/**
 * A job whose process was killed stays locked for hours, and with it the plan of the next settlement: every minute one
 * is planned anew, which settles nothing when nothing is due.
 */
const crontab =
  '17 3 * * * tidy\n41 * * * * unit_health\n11 * * * * score_units\n* * * * * settle\n* * * * * send_lost\n* * * * * pay_matured\n* * * * * seal_books\n* * * * * seal_charges ?queue=public_log&max=1\n*/10 * * * * sum_view_days ?max=1\n* * * * * automatic_payouts\n* * * * * order_deadlines\n*/10 * * * * watch_proofs'

/** A window is settled this long after its end, so that batches in flight find it still open on every clock. */
const settlementGraceMs = 2_000
const restartMs = 5_000
/** One process at a time reads the event log for the public one. */
const sealingQueue = 'public_log'

/**
 * Runs the jobs. Several processes may: a job is taken by one of them, and settlement, which plans its own next run
 * under one key, is idempotent anyway.
 */
export async function startWorker(context: Context): Promise<JobWorker> {
  // A pool of its own: the queue expects PostgreSQL's plain types, where ours reads bigint.
  const pool = createPool(context.connection, { max: 6 })
  await prepareJobs(pool)
  const startRunner = () => run(runnerOptions(context, pool))
  let runner: Runner = await startRunner()
  await planSettlement(pool, context.now())
  // A server that was just upgraded, or was away, has transfers and days that are not in the open books.
  // One at a time: the runner adds jobs too, and who adds two in one transaction may wait for it in a circle.
  for (const task of ['seal_books', 'sum_view_days'])
    await pool.query('select graphile_worker.add_job($1, job_key := $1)', [task])
  await planLost(context.db, mailQueue, context.now())
  const bot = startTelegramBot(context)
  let isStopping = false
  const running = keepRunning()

  /** It gives up when the database is away for some minutes; the jobs are still there when it is back. */
  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      await runner.promise.catch(error => context.log.warn({ err: error }, 'the jobs have stopped'))
      while (!isStopping && !(await tryAgain())) await sleep(restartMs)
    }
  }

  async function tryAgain(): Promise<boolean> {
    try {
      runner = await startRunner()
      return true
    } catch (error) {
      context.log.warn({ err: error }, 'the jobs cannot start yet')
      return false
    }
  }

  return {
    async stop() {
      isStopping = true
      await bot.stop()
      // Refused by a runner that has stopped by itself.
      await runner.stop().catch(() => {})
      await running
      // It may have been started anew in that very moment.
      await runner.stop().catch(() => {})
      await pool.end()
    }
  }
}

function runnerOptions(context: Context, pgPool: pg.Pool): RunnerOptions {
  return {
    pgPool,
    taskList: createTasks(context),
    crontab,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: 4,
        pollInterval: 1000,
        // What became of a job is told in batches, of one as a rule: those are tried again while the database is away,
        // where a single one that fails is a rejection that nobody handles, and ends the whole process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0
      }
    },
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ job: true }, message)
    })
  }
}

function createTasks(context: Context): TaskList {
  return {
    async send_mail(payload) {
      const { id } = payload as { id: number }
      await sendMail(context, id, (kind, language) => checkpointNote(context, kind, language))
    },
    async announce(payload) {
      await announce(context, (payload as { id: number }).id)
    },
    async send_lost() {
      await planLost(context.db, mailQueue, context.now())
      if (context.config.telegram) await planLost(context.db, telegramQueue, context.now())
    },
    async send_telegram(payload) {
      await sendTelegram(context, (payload as { id: number }).id)
    },
    async mail_chat_answer(payload) {
      await mailChatAnswer(context, (payload as { user_id: number }).user_id)
    },
    async mail_acts(payload) {
      await mailActs(context, (payload as { user_id: number | null }).user_id)
    },
    async settle(_payload, helpers) {
      await withRightClock(context, async () => {
        await settleDue(context)
        await holdActive(context)
      })
      await helpers.withPgClient(client => planSettlement(client, nextWindowEnd(context)))
      await helpers.addJob('seal_charges', {}, { queueName: sealingQueue, maxAttempts: 1 })
    },
    async pay_matured() {
      await withRightClock(context, () => payMatured(context))
    },
    async score_units() {
      await scoreUnits(context)
    },
    async seal_charges() {
      await sealIfReadable(context)
    },
    async seal_books() {
      await sealBooks(context)
    },
    sum_view_days: () => sumViewDays(context),
    async automatic_payouts() {
      await withRightClock(context, () => payOutAutomatically(context))
    },
    async order_deadlines() {
      await withRightClock(context, () => fireDeadlines(context))
    },
    async watch_proofs() {
      await watchProofs(context)
    },
    async tidy() {
      await takeGivenUp(context)
      await tidyMarketplace(context)
      await tidyChat(context)
      await deleteExpired(context.db, context.now())
      await forgetOldKeys(context)
      await forgetSent(context.db, mailQueue, context.now())
      await forgetSent(context.db, telegramQueue, context.now())
      await forgetSpentCaptchas(context)
      await forgetEndedLimits(context)
      await forgetReporters(context.db, context.now())
    },
    async unit_health() {
      await notifyOfUnhealthy(context)
    }
  }
}

/** With another secret than the one it began with the log waits: settlement goes on, and nothing is lost. */
async function sealIfReadable(context: Context): Promise<void> {
  try {
    await sealCharges(context)
  } catch (error) {
    if (!(error instanceof UnreadableLogKeys)) throw error
    context.log.error(error.message)
  }
}

/** Another process with the right time does it, or this one does once its clock is set. */
async function withRightClock(context: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WrongClock)) throw error
    context.log.error({ differenceMs: error.differenceMs }, error.message)
  }
}

type Queryable = { query: (text: string, values: unknown[]) => Promise<unknown> }

/** One settlement is planned at any time; planning again moves it. */
async function planSettlement(client: Queryable, at: Date): Promise<void> {
  await client.query(
    "select graphile_worker.add_job('settle', run_at := $1::timestamptz, job_key := 'settle', max_attempts := 25)",
    [at]
  )
}

function nextWindowEnd(context: Context): Date {
  const windowMs = context.config.settlementWindowSeconds * 1000
  const end = (Math.floor(context.now().getTime() / windowMs) + 1) * windowMs
  return new Date(end + settlementGraceMs)
}
