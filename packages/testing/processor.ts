import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** Maximum processor time of one call, in milliseconds, in this process and in the database. */
export const maxCallMs = 250

/**
 * Whether to measure the whole process or only the thread that serves all requests, for tests where other threads must
 * do the work.
 */
type Counted = 'process' | 'thread'

const msPerTick = 10

/**
 * Runs a call alone and reports whether it uses too much processor time. A slow call is repeated with `again`, up to
 * three times, and counts as slow only if every repetition is slow: a single slow run may be due to the garbage
 * collector, the compiler, or another process.
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

/**
 * Returns the processor time of all connections to this database, in milliseconds as Linux counts it; 0 on other
 * systems.
 */
async function databaseMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()'
  )
  return rows.reduce((sum, { pid }) => sum + msOf(pid), 0)
}

/** The connection's process may have ended meanwhile. */
function msOf(pid: number): number {
  try {
    return processorMs(pid)
  } catch {
    return 0
  }
}

/**
 * Returns the user and system time of a process with all its threads, or of one thread, in milliseconds. Unlike elapsed
 * time, it is not affected by other tests. Linux counts it in hundredths of a second (proc(5)).
 */
export function processorMs(pid: number, thread?: number): number {
  const task = thread === undefined ? '' : `/task/${thread}`
  const [user, system] = readTicks(`/proc/${pid}${task}/stat`)
  return (user + system) * msPerTick
}

/**
 * Returns the processor time of a server and its child processes, including children that have ended, in milliseconds.
 */
export function familyMs([main = 0, ...children]: readonly number[]): number {
  const [user, system, endedUser, endedSystem] = readTicks(`/proc/${main}/stat`)
  const own = (user + system + endedUser + endedSystem) * msPerTick
  return children.reduce((sum, pid) => sum + msOf(pid), own)
}

/** Reads the ticks of a process in user and system mode, then those of the ended children that it has waited for. */
function readTicks(file: string): [number, number, number, number] {
  const text = readFileSync(file, 'utf8')
  // The process name, in parentheses, may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return [user, system, endedUser, endedSystem]
}
