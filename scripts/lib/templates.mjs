// @ts-check
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAlive } from './lock.mjs'
import { cacheFile } from './paths.mjs'

/**
 * A folder for the data folders that the servers of this run start from (packages/testing/data-template.ts), removed when the
 * process ends. What a run that was killed has left is removed by the next one.
 * @returns {string}
 */
export function templatesFolder() {
  const folder = cacheFile(`templates-${process.pid}`)
  for (const name of readdirSync(dirname(folder))) {
    const [, pid] = /^templates-(\d+)$/.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) remove(join(dirname(folder), name))
  }
  mkdirSync(folder, { recursive: true })
  process.on('exit', () => remove(folder))
  return folder
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true })
}
