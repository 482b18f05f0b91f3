// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFile } from './paths.mjs'

const RETRY_MS = 200

/**
 * Runs `work` while no other process of this checkout holds the lock with the given name.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const lock = cacheFile(`${name}.lock`)
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    // Creating a hard link is atomic, so a lock is never seen without its owner.
    for (let waited = false; !tryLink(own, lock); waited = true) {
      const owner = readOwner(lock)
      if (owner && !isAlive(owner)) breakLock(lock, own)
      else {
        if (owner && !waited) process.stderr.write(`Waiting for process ${owner} (${name})…\n`)
        await sleep(RETRY_MS)
      }
    }
    try {
      return await work()
    } finally {
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/**
 * Removes a dead owner's lock. The lock is first moved aside: if another process has replaced it with a new lock
 * meanwhile, that one is put back.
 * @param {string} lock
 * @param {string} own
 */
function breakLock(lock, own) {
  const aside = `${own}.stale`
  try {
    renameSync(lock, aside)
  } catch {
    return // Another process has already removed the lock.
  }
  const owner = readOwner(aside)
  if (owner && isAlive(owner)) tryLink(aside, lock)
  rmSync(aside, { force: true })
}

/**
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} lock */
function readOwner(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return undefined // The lock was released between the two checks.
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
