import { sql } from 'kysely'
import type { Context } from '../context.ts'
import {
  databaseTime,
  maxClockDifferenceMs,
  readWrongClocks,
  realTimeMs
} from '../db/check-clock.ts'
import { readMachineClocks } from '../db/database-clock.ts'
import { isSuperuser } from '../db/ordinary-role.ts'
import { utcMinute } from '../utc-minute.ts'
import { checkChain } from './chain-checks.ts'
import { countingCheck } from './counting-check.ts'
import { diskCheck } from './disk-check.ts'
import { eventLogCheck } from './event-log-check.ts'
import { type HealthFigures, readHealthFigures, settlementLateMs } from './health-figures.ts'
import { duration, type HealthCheck, level, minuteMs, sizeOf } from './health-rules.ts'
import { landingCheck } from './landing-check.ts'
import { checkLightning } from './lightning-check.ts'
import { checkLiquidity } from './liquidity-check.ts'
import { proxyCheck } from './proxy-check.ts'
import { queueCheck } from './queue-check.ts'
import { standbyCheck } from './standby-check.ts'

/**
 * Returns the health checks for operators: a line for each part, and how serious its problem is. `known` is what was
 * read for them already.
 */
export async function readHealth(context: Context, known?: HealthFigures): Promise<HealthCheck[]> {
  const figures = known ?? (await readHealthFigures(context))
  const eventLog = await eventLogCheck(context)
  const standby = await standbyCheck(context.db, context.connection.primary !== undefined)
  return [
    ...jobChecks(figures),
    mailCheck(figures, context),
    settlementCheck(figures, context),
    publicLogCheck(figures, context),
    deliveryCheck(figures, context),
    await proxyCheck(context),
    await countingCheck(context),
    ...(eventLog ? [eventLog] : []),
    await clockCheck(context),
    ...figures.chains.map(chain => checkChain(chain, context.now())),
    ...lightningChecks(figures, context),
    queueCheck(figures.queues),
    await landingCheck(context),
    await databaseCheck(context),
    ...(await roleCheck(context)),
    ...(standby ? [standby] : []),
    await diskCheck(context)
  ]
}

function lightningChecks(
  { lightning, liquidity }: HealthFigures,
  { config, now }: Context
): HealthCheck[] {
  const maximum = config.payments.lightning?.maximumDeposit
  if (!lightning || !liquidity || maximum === undefined) return []
  return [checkLightning(lightning, now()), checkLiquidity(liquidity, maximum, now())]
}

function jobChecks({ jobs: { waiting, lateMs, failing } }: HealthFigures): HealthCheck[] {
  return [
    {
      name: 'Jobs',
      state: level(lateMs, 5 * minuteMs, 30 * minuteMs),
      text:
        waiting === 0n
          ? 'No jobs are waiting.'
          : `${waiting} waiting, the oldest for ${duration(lateMs)}. Check that a process with the worker role is running.`
    },
    {
      name: 'Failed jobs',
      state: failing > 0n ? 'warning' : 'ok',
      text: failing === 0n ? 'None.' : `${failing} failed after their last attempt.`
    }
  ]
}

function mailCheck({ mail }: HealthFigures, { now }: Context): HealthCheck {
  const { waiting, oldest, lost } = mail
  const ageMs = oldest === null ? 0 : now().getTime() - oldest.getTime()
  const state = level(ageMs, 10 * minuteMs, 60 * minuteMs)
  return {
    name: 'Mail',
    state: state === 'ok' && lost > 0n ? 'warning' : state,
    text: `${waiting === 0n ? 'All sent' : `${waiting} waiting, the oldest for ${duration(ageMs)}`}; ${lost} failed in the last day.`
  }
}

function settlementCheck({ progress }: HealthFigures, { now, config }: Context): HealthCheck {
  if (progress === null || 'firstUse' in progress) {
    return {
      name: 'Settlement',
      state: 'ok',
      text: progress ? 'The first settlement period has not ended yet.' : 'No campaign has run yet.'
    }
  }
  const until = progress.settledUntil
  const lagMs = settlementLateMs(until, { now, config })
  return {
    name: 'Settlement',
    state: level(lagMs, 10 * minuteMs, 60 * minuteMs),
    text: `Settled until ${utcMinute(until)}${lagMs > minuteMs ? `, ${duration(lagMs)} late` : ''}.`
  }
}

/** If the public log is late by more than a settlement period, the next period is also missing from it. */
function publicLogCheck({ unsealed: end }: HealthFigures, { now, config }: Context): HealthCheck {
  const name = 'Public log'
  if (end === null) return { name, state: 'ok', text: 'Every charge is in the public log.' }
  const windowMs = config.settlementWindowSeconds * 1000
  const lateMs = Math.max(0, now().getTime() - end.getTime())
  return {
    name,
    state: level(lateMs, 10 * minuteMs, Math.max(windowMs, 20 * minuteMs)),
    text: `Charges of the settlement period that ended at ${utcMinute(end)} are not in the public log yet.`
  }
}

function deliveryCheck({ heartbeat: last }: HealthFigures, { now }: Context): HealthCheck {
  if (last === null) {
    return {
      name: 'Ads',
      state: 'warning',
      text: 'No process with the delivery role has ever run.'
    }
  }
  const silentMs = Math.max(0, now().getTime() - last.getTime())
  return {
    name: 'Ads',
    state: level(silentMs, 3 * minuteMs, 10 * minuteMs),
    text:
      silentMs < 2 * minuteMs
        ? 'At least one node is serving ads.'
        : `No node has reported for ${duration(silentMs)}.`
  }
}

/**
 * Checks the clocks of all processes against the database clock. Processes that were stopped because of their clocks
 * have recorded it; the clock of this process is compared directly.
 */
async function clockCheck(context: Context): Promise<HealthCheck> {
  const ownMs = Math.abs(realTimeMs(context) - (await databaseTime(context.db)).getTime())
  const refused = await readWrongClocks(context.db)
  const off = refused.map(({ part, differenceMs }) => {
    const side = differenceMs > 0n ? 'ahead of' : 'behind'
    return `A process of ${part} is ${duration(Math.abs(Number(differenceMs)))} ${side} the database and is idle until its clock is corrected.`
  })
  if (ownMs > maxClockDifferenceMs)
    off.push(`The clock of this process differs from the database clock by ${duration(ownMs)}.`)
  for (const { machine, aheadMs } of await readMachineClocks(context.db)) {
    const side = aheadMs > 0n ? 'ahead of' : 'behind'
    const seconds = Math.abs(Number(aheadMs) / 1000).toFixed(1)
    off.push(
      `The clock of the machine ${machine} is ${seconds} s ${side} the database: nothing is lost as long as that stays below a minute. Check its time synchronization (NTP).`
    )
  }
  return {
    name: 'Clock',
    state: off.length > 0 ? 'alarm' : 'ok',
    text: off.length > 0 ? off.join(' ') : 'All processes agree with the database clock.'
  }
}

async function databaseCheck({ db, pool }: Context): Promise<HealthCheck> {
  const started = performance.now()
  const { rows } = await sql<{ bytes: bigint }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  const ms = Math.round(performance.now() - started)
  const waiting = pool.waitingCount
  return {
    name: 'Database',
    state: waiting > 0 ? 'warning' : level(ms, 500, 5_000),
    text: `${sizeOf(Number(rows[0]?.bytes ?? 0n))}, responds in ${ms} ms, ${pool.totalCount} connections in this process, ${waiting} waiting for a connection.`
  }
}

/** Returns a check only if the database role is a superuser. The embedded database is never affected. */
async function roleCheck({ db }: Context): Promise<HealthCheck[]> {
  if (!(await isSuperuser(db))) return []
  const text =
    'DATABASE_URL names a superuser of PostgreSQL. Use a role that only owns this database, as described in the operating guide.'
  return [{ name: 'Database role', state: 'warning', text }]
}
