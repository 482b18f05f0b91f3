import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** What one call may keep a processor busy for, in this process and in the database. */
export const maxCallMs = 250

/**
 * Measures the whole process, or only the thread that serves all requests, for tests where other threads must do the
 * work.
 */
type Counted = 'process' | 'thread'

const msPerTick = 10

/**
 * Runs something alone and says whether it keeps a processor busy for too long. What took long is run again, by `again`,
 * up to three times: only what is slow each time is slow. Once may be the collector of garbage, the compiler, or
 * another process on the machine.
 */
export async function findSlow(
  pool: pg.Pool,
  counted: Counted,
  run: () => Promise<void>,
  again: () => Promise<void>,
  maxMs = maxCallMs
): Promise<string | null> {
  const isOver = (...took: number[]) => took.some(ms => ms > maxMs)
  const startedMs = performance.now()
  const before = usage[counted]()
  await run()
  if (!isOver(msSince(before, counted), performance.now() - startedMs)) return null
  for (let nth = 0; ; nth++) {
    const used = await measure(pool, counted, again)
    if (!isOver(used.ownMs, used.databaseMs)) return null
    if (nth === 2) return `${Math.round(used.ownMs)} ms, database ${used.databaseMs} ms`
  }
}

async function measure(pool: pg.Pool, counted: Counted, run: () => Promise<void>) {
  const databaseBefore = await databaseMs(pool)
  const before = usage[counted]()
  await run()
  const ownMs = msSince(before, counted)
  return { ownMs, databaseMs: (await databaseMs(pool)) - databaseBefore }
}

const usage = { process: process.cpuUsage, thread: process.threadCpuUsage }

function msSince(before: NodeJS.CpuUsage, counted: Counted): number {
  const { user, system } = usage[counted](before)
  return (user + system) / 1000
}

/** Of all connections to this database, as Linux counts it; 0 elsewhere. */
async function databaseMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()'
  )
  return rows.reduce((sum, { pid }) => sum + msOf(pid), 0)
}

/** It may have ended meanwhile. */
function msOf(pid: number): number {
  try {
    return processorMs(pid)
  } catch {
    return 0
  }
}

/**
 * User and system time of a process with all its threads, or of one thread alone, in milliseconds: unlike time, other
 * tests take none of it away. Linux counts it in hundredths of a second (proc(5)).
 */
export function processorMs(pid: number, thread?: number): number {
  const task = thread === undefined ? '' : `/task/${thread}`
  const [user, system] = readTicks(`/proc/${pid}${task}/stat`)
  return (user + system) * msPerTick
}

/** The same of a server with the processes that it has started, those that have ended included. */
export function familyMs([main = 0, ...children]: readonly number[]): number {
  const [user, system, endedUser, endedSystem] = readTicks(`/proc/${main}/stat`)
  const own = (user + system + endedUser + endedSystem) * msPerTick
  return children.reduce((sum, pid) => sum + msOf(pid), own)
}

/** Of itself in user and system mode, then of the children that it has waited for. */
function readTicks(file: string): [number, number, number, number] {
  const text = readFileSync(file, 'utf8')
  // The name of the process, in brackets, may have spaces in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return [user, system, endedUser, endedSystem]
}
