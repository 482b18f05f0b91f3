import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '@mille/server/db/embedded.ts'

export type DatabaseProcess = {
  /** Process ids of the PostgreSQL server and its child processes. */
  pids: () => number[]
  /** Stops the server with PostgreSQL's fast shutdown. */
  stop: () => Promise<void>
  /** Sends SIGKILL to every process of the server at once, as in a power failure. */
  kill: () => Promise<void>
  /**
   * Sends SIGSTOP to every process of the server: connections stay open and nothing answers, as in a network outage.
   */
  pause: () => void
  resume: () => void
  /** Starts the server again at its previous address. */
  start: () => Promise<void>
}

export function openDatabaseProcess(folder: string, running: EmbeddedDatabase): DatabaseProcess {
  const sockets = String(running.connection.host)
  let server = running
  let paused: number[] = []

  let main = readMain()

  /**
   * Reads the server's process id. Called right after the start, because the disk may be gone when a test kills the
   * server.
   */
  function readMain(): number {
    const file = join(folder, 'postgres', 'postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  const pids = () => [main, ...childrenOf(main)]

  return {
    stop: () => server.stop(),
    pids,
    async kill() {
      const all = pids()
      for (const pid of all) trySend(pid, 'SIGKILL')
      while (all.some(isRunning)) await sleep(5)
    },
    pause() {
      paused = pids()
      for (const pid of paused) trySend(pid, 'SIGSTOP')
    },
    resume() {
      for (const pid of paused) trySend(pid, 'SIGCONT')
    },
    async start() {
      server = await startEmbedded(folder, sockets)
      main = readMain()
    }
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return pids.map(Number).filter(pid => statusOf(pid)?.parent === parent)
}

/** The process may already have exited together with its parent. */
function trySend(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** A zombie process, which its parent has not waited for, counts as dead. */
function isRunning(pid: number): boolean {
  const state = statusOf(pid)?.state
  return state !== undefined && state !== 'Z'
}

/** Fields 3 and 4 of /proc/pid/stat, which follow the name in brackets. */
function statusOf(pid: number): { state: string; parent: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return null
  }
}
