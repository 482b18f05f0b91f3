// @ts-check
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Returns the path of a file that the scripts keep between runs. It cannot be inside node_modules, which `npm ci`
 * empties, and it belongs to one checkout even if several share their node_modules.
 * @param {string} name
 */
export function cacheFile(name) {
  const folder = join(root, '.cache', 'mille')
  mkdirSync(folder, { recursive: true })
  return join(folder, name)
}

/**
 * Returns the path of a program that an installed package provides.
 * @param {string} name
 */
export function packageBinary(name) {
  return join(root, 'node_modules', '.bin', name)
}
