// @ts-check
import { dirname, join } from 'node:path'
import { runCommand } from './command.mjs'
import { ensureProgram, unpackDebian } from './debian.mjs'

/**
 * Returns a real Prometheus and its promtool; Debian's need only the system's C library.
 * @returns {Promise<{ prometheus: string, promtool: string }>} the paths of the programs
 */
export async function ensurePrometheus() {
  const prometheus = await ensureProgram({
    name: 'prometheus',
    variable: 'PROMETHEUS_PATH',
    wanted: 'prometheus with a promtool beside it',
    path: 'root/usr/bin/prometheus',
    isGood: async program => (await answers(program)) && (await answers(promtoolOf(program))),
    unpack: async folder => {
      await unpackDebian(folder, {
        suites: ['bookworm'],
        packages: ['prometheus'],
        hint: 'The tests need Prometheus. It can be fetched on a Debian; elsewhere install it, or set PROMETHEUS_PATH.'
      })
    }
  })
  return { prometheus, promtool: promtoolOf(prometheus) }
}

/** @param {string} prometheus */
function promtoolOf(prometheus) {
  return prometheus.includes('/') ? join(dirname(prometheus), 'promtool') : 'promtool'
}

/** @param {string} program */
async function answers(program) {
  return (await runCommand(program, ['--version'], { quiet: true })).code === 0
}
