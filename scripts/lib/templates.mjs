// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from './lock.mjs'
import { cacheFile } from './paths.mjs'

const MEMORY = '/dev/shm'
/** Three hundred databases of fifteen megabytes take half of it. */
const NEEDED_BYTES = 12 * 2 ** 30

/**
 * A folder for the data folders that the servers of this run start from (packages/testing/data-template.ts), removed when the
 * process ends. What a run that was killed has left is removed by the next one.
 * @returns {string}
 */
export function templatesFolder() {
  return ownFolder(cacheFile(`templates-${process.pid}`))
}

/**
 * A folder for the data of this run's databases, in memory: each of them is three hundred files, and a disk's file system
 * takes a fifth of the time of a test for making them. None where a machine has too little memory for that.
 * @returns {string | undefined}
 */
export function memoryFolder() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  const isEnough = Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES
  return isEnough ? ownFolder(join(MEMORY, `mille-run-${process.pid}`)) : undefined
}

/** @param {string} folder its name ends with the number of this process */
function ownFolder(folder) {
  const [, prefix = ''] = /([^/]*-)\d+$/.exec(folder) ?? []
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    const left = join(dirname(folder), name)
    // All users share the memory: only the user who left a folder behind can remove it.
    if (pid > 0 && !isAlive(pid) && statSync(left).uid === process.getuid?.()) remove(left)
  }
  mkdirSync(folder, { recursive: true })
  process.on('exit', () => remove(folder))
  return folder
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true })
}
