// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { withLock } from './lock.mjs'
import { root } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** Installs the locked packages if they are missing, always by `npm ci`, which never changes the lock file. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    process.stderr.write('Installing the locked packages with `npm ci`…\n')
    const { code, output } = await runCommand('npm', ['ci', '--no-progress'], { quiet: true })
    if (code === 0) return
    process.stderr.write(output)
    throw new SetupError('The packages could not be installed: see what npm says above.')
  })
}

/** npm writes its record when it has finished, so an interrupted installation counts as not installed. */
function isInstalled() {
  const recordPath = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(recordPath)) return false
  const installed = readPackages(recordPath)
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, wanted]) =>
      !path.includes('node_modules/') ||
      // Optional packages for other systems are not installed.
      wanted.optional ||
      (installed[path] !== undefined && installed[path].version === wanted.version)
  )
}

/**
 * @param {string} path
 * @returns {Packages}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}
