import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Thrown if another process uses the data folder. */
export class FolderTaken extends StartError {}

/**
 * Mode of the data folder: other users can neither list nor read it. If root runs the server, the database's account
 * may pass through. An existing folder keeps its mode.
 */
export const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** Free disk space that the embedded database needs to continue, in bytes. */
export const minFreeBytes = 200_000_000

/**
 * Creates and locks the data folder, so that two servers never share one. Returns the function that releases it. The
 * lock names the process and its start time, so a killed owner, or another program with the same process ID, does not
 * count.
 */
export function takeDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode })
  } catch (error) {
    throw new StartError(`The data folder ${folder} cannot be created: ${(error as Error).message}`)
  }
  refuseFullDisk(folder)
  const taken = takeLock(join(folder, 'server.lock'))
  if (!taken.ok)
    throw new FolderTaken(
      `The data folder ${folder} is used by a running server, process ${taken.pid}`
    )
  return taken.release
}

type Taken = { ok: true; release: () => void } | { ok: false; pid: number }

/** Takes a lock file for this process, or returns the ID of the process that has it. */
export function takeLock(lock: string): Taken {
  const mine = `${nameOfProcess(process.pid)}\n`
  const draft = `${lock}.${process.pid}`
  try {
    writeFileSync(draft, mine)
  } catch (error) {
    throw new StartError(`${draft} cannot be written: ${(error as Error).message}`)
  }
  try {
    while (!tryLink(draft, lock)) {
      const found = readLock(lock)
      if (found && isRunning(found.text)) return { ok: false, pid: found.pid }
      // A stale lock is moved instead of deleted: if two processes find it, one moves it and the other sees the new
      // owner's lock.
      const stale = `${lock}.stale.${process.pid}`
      try {
        renameSync(lock, stale)
        rmSync(stale)
      } catch {
        // Another process was faster, so the loop tries again.
      }
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    ok: true,
    release() {
      if (readLock(lock)?.text === mine) rmSync(lock, { force: true })
    }
  }
}

function refuseFullDisk(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) {
    throw new StartError(
      `The disk of the data folder ${folder} has less than ${minFreeBytes / 1e6} MB free`
    )
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readLock(file: string): { text: string; pid: number } | null {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, pid: pidOf(text) }
  } catch {
    return null
  }
}

/** Names a process by its ID and start time, so that another program with the same ID is not mistaken for it. */
export const nameOfProcess = (pid: number) => `${pid} ${startTime(pid)}`
export const pidOf = (name: string) => Number(name.split(' ')[0])

export function isRunning(name: string): boolean {
  const pid = pidOf(name)
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return nameOfProcess(pid) === name.trim()
}

/** Returns field 22 of /proc/pid/stat, the time at which the process started; `0` if there is no /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}
