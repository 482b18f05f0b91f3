// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './browser.mjs'
import { SetupError } from './setup-error.mjs'

/** @typedef {{ firefox: string, webKitDriver: string, xvfbRun: string }} Engines */

/** Command names and Debian package of each program. WebKit has no headless mode, so it gets a virtual screen. */
const programs = {
  firefox: { names: ['firefox-esr', 'firefox'], debian: 'firefox-esr' },
  webKitDriver: { names: ['WebKitWebDriver'], debian: 'webkit2gtk-driver' },
  xvfbRun: { names: ['xvfb-run'], debian: 'xvfb' }
}

/**
 * Finds Firefox and WebKit's driver, or installs them.
 * @returns {Promise<Engines>}
 */
export async function ensureEngines() {
  const missing = Object.values(programs).filter(it => !find(it.names))
  if (missing.length > 0) await installDebianPackages(missing.map(it => it.debian))
  const gone = Object.values(programs).find(it => !find(it.names))
  if (gone) {
    throw new SetupError(
      `The tests on three engines need ${gone.names[0]}, which could not be installed: install Debian's ${gone.debian}, or what your system calls it.`
    )
  }
  return findEngines()
}

/** @returns {Engines} */
export function findEngines() {
  return {
    firefox: find(programs.firefox.names) ?? '',
    webKitDriver: find(programs.webKitDriver.names) ?? '',
    xvfbRun: find(programs.xvfbRun.names) ?? ''
  }
}

/** @param {string[]} names */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap(folder => names.map(name => join(folder, name))).find(it => existsSync(it))
}
