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

/** Another process has the folder. */
export class FolderTaken extends StartError {}

/**
 * No other user can list or read what is in it. Where root runs the server, the account that the database runs as
 * passes through. One that is there already keeps its mode.
 */
export const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/** The embedded database needs free space to continue. */
export const minFreeBytes = 200_000_000

/**
 * Makes the data folder and takes it for this process, so that two servers never share one. Returns the release. The
 * lock names the process and when it started: a killed owner, or another program with its number, does not count as an
 * owner.
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

/** Takes a lock file for this process, or says which process has it. */
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
      // Moved aside, not deleted: of two that find it stale, one moves it and the other sees the newcomer's lock.
      const stale = `${lock}.stale.${process.pid}`
      try {
        renameSync(lock, stale)
        rmSync(stale)
      } catch {
        // Another process was faster; try again.
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

/** A process and when it started: a killed one is never taken for another program with its number. */
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

/** Field 22 of /proc/pid/stat, the moment the process started; `0` where there is no /proc. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0'
  } catch {
    return '0'
  }
}
