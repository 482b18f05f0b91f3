// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { isAlive } from './lock.mjs'
import { cacheFile } from './paths.mjs'

const MEMORY = '/dev/shm'
/** Free memory required, in bytes: twice the size of three hundred databases of 15 MB. */
const NEEDED_BYTES = 12 * 2 ** 30

/**
 * Returns the folder for the template data folders that this run's database servers start from
 * (packages/testing/data-template.ts). It is removed when the process ends; the next run removes the folder of a killed
 * run.
 * @returns {string}
 */
export function templatesFolder() {
  return ownFolder(cacheFile(`templates-${process.pid}`))
}

/**
 * Returns an in-memory folder for this run's databases: each consists of three hundred files, and creating them on disk
 * takes a fifth of a test's time. Returns `undefined` if the machine has too little memory.
 * @returns {string | undefined}
 */
export function memoryFolder() {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY)
  const isEnough = Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES
  return isEnough ? ownFolder(join(MEMORY, `mille-run-${process.pid}`)) : undefined
}

/** @param {string} folder its name ends with this process's ID */
function ownFolder(folder) {
  const [, prefix = ''] = /([^/]*-)\d+$/.exec(folder) ?? []
  for (const name of readdirSync(dirname(folder))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    const left = join(dirname(folder), name)
    // All users share /dev/shm: only the user who left a folder behind can remove it.
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
