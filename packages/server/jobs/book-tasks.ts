import type { JobHelpers, TaskList } from 'graphile-worker'
import { deleteExpired } from '../accounts/index.ts'
import { forgetReporters } from '../ad-reports/index.ts'
import { notifyOfUnhealthy } from '../ad-units/index.ts'
import { liftOverdueSuspensions } from '../admin/index.ts'
import { keepFunded, watchLandings } from '../campaigns/index.ts'
import type { Context } from '../context.ts'
import { WrongClock } from '../db/check-clock.ts'
import { scoreUnits, sumCounters, sumViewDays } from '../delivery/index.ts'
import { payMatured } from '../earnings/index.ts'
import { forgetSpentCaptchas } from '../http/limits/captcha.ts'
import { forgetEndedLimits } from '../http/limits/limits.ts'
import { forgetOldKeys } from '../http/requests/idempotency.ts'
import { mailQueue } from '../mail/outbox.ts'
import { forgetSent } from '../mail/send-once.ts'
import {
  fillDescriptions,
  fireDeadlines,
  tidyMarketplace,
  watchProofs
} from '../marketplace/index.ts'
import { telegramQueue } from '../notifications/index.ts'
import { payOutAutomatically, payOutByLightning } from '../payments/index.ts'
import { takeGivenUp } from '../privacy/index.ts'
import { sealCharges, UnreadableLogKeys } from '../public-log/index.ts'
import { ledgerCheckTask, runLedgerCheck, sealBooks } from '../seals/index.ts'
import { settleDue, sumShares } from '../settlement/index.ts'
import { readSiteWords } from '../sites/index.ts'
import { tidyChat } from '../support/index.ts'
import { holdActive } from '../window-holds/index.ts'

/**
 * How often the accounting tasks run. Each task has a queue, so that one runs at a time however it was planned, and a
 * key, so that at most one waits: a settlement that takes an hour delays neither sealing nor payouts. In addition,
 * settlement is planned for the end of each period; this schedule covers a run that a failure has postponed, and does
 * nothing when nothing is due.
 */
const schedule: Readonly<Record<string, string>> = {
  tidy: '17 3 * * *',
  unit_health: '41 * * * *',
  score_units: '11 * * * *',
  settle: '* * * * *',
  pay_matured: '* * * * *',
  seal_books: '* * * * *',
  seal_charges: '* * * * *',
  sum_view_days: '*/10 * * * *',
  sum_for_reports: '*/5 * * * *',
  lift_suspensions: '* * * * *',
  automatic_payouts: '* * * * *',
  order_deadlines: '* * * * *',
  watch_proofs: '*/10 * * * *',
  watch_landings: '* * * * *',
  read_descriptions: '*/10 * * * *',
  read_site_words: '*/5 * * * *'
}
export const bookCrontab = Object.entries(schedule)
  .map(([task, at]) => `${at} ${task} ?queue=${task}&jobKey=${task}_on_time`)
  .join('\n')

/**
 * Milliseconds from the end of a settlement period to its settlement, so that batches in flight find it still open on
 * every clock.
 */
const settlementGraceMs = 2_000
/** Milliseconds until settlement is retried when some views of the period are not counted yet. */
const behindMs = 1_000

/** The accounting tasks, and the daily cleanup. */
export function bookTasks(context: Context): TaskList {
  return {
    async settle(_payload, helpers) {
      const began = context.now()
      let isBehind = false
      await withRightClock(context, async () => {
        isBehind = (await settleDue(context)).isBehind
        await holdActive(context)
        await keepFunded(context)
      })
      // A settlement period may have ended during this run.
      const next = isBehind
        ? new Date(context.now().getTime() + behindMs)
        : nextSettlement(context, began)
      await helpers.withPgClient(client => planSettlement(client, next))
      await planSealing(helpers)
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
    async seal_books(_payload, helpers) {
      if ((await sealBooks(context)) > 0) await planSealing(helpers)
    },
    async [ledgerCheckTask](payload, { abortSignal }) {
      await runLedgerCheck(context, (payload as { id: number }).id, abortSignal)
    },
    sum_view_days: () => sumViewDays(context),
    async sum_for_reports(_payload, { abortSignal }) {
      await sumShares(context.db)
      await sumCounters(context, abortSignal)
    },
    async lift_suspensions() {
      await withRightClock(context, () => liftOverdueSuspensions(context))
    },
    async automatic_payouts() {
      await withRightClock(context, () => payOutAutomatically(context))
      await withRightClock(context, () => payOutByLightning(context))
    },
    async order_deadlines() {
      await withRightClock(context, () => fireDeadlines(context))
    },
    async watch_proofs() {
      await watchProofs(context)
    },
    watch_landings: async () => void (await watchLandings(context)),
    read_descriptions: () => fillDescriptions(context),
    read_site_words: () => readSiteWords(context),
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

/** Plans the task that puts settled or sealed charges into the public log at once, instead of in the next minute. */
async function planSealing({ addJob }: JobHelpers): Promise<void> {
  await addJob('seal_charges', {}, { queueName: 'seal_charges', jobKey: 'seal_charges' })
}

/**
 * Seals charges into the public log. If the server's secret is not the one that the log began with, the log waits:
 * settlement continues, and nothing is lost.
 */
async function sealIfReadable(context: Context): Promise<void> {
  try {
    await sealCharges(context)
  } catch (error) {
    if (!(error instanceof UnreadableLogKeys)) throw error
    context.log.error(error.message)
  }
}

/**
 * Skips work while this process's clock is wrong: another process with the right time does it, or this one does once
 * its clock is set.
 */
async function withRightClock(context: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WrongClock)) throw error
    context.log.error({ differenceMs: error.differenceMs }, error.message)
  }
}

type Queryable = { query: (text: string, values: unknown[]) => Promise<unknown> }

/** Plans the next settlement. Only one is planned at any time; planning again changes its time. */
export async function planSettlement(client: Queryable, at: Date): Promise<void> {
  await client.query(
    "select graphile_worker.add_job('settle', run_at := $1::timestamptz, job_key := 'settle', queue_name := 'settle', max_attempts := 25)",
    [at]
  )
}

/** Returns a moment shortly after the end of the settlement period that contains `moment`. */
function nextSettlement({ config }: Context, moment: Date): Date {
  const windowMs = config.settlementWindowSeconds * 1000
  const start = Math.floor(moment.getTime() / windowMs) * windowMs
  return new Date(start + windowMs + settlementGraceMs)
}
