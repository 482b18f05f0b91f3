// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './paths.mjs'

/**
 * @typedef {object} CommandResult
 * @property {number} code 127 when the program is missing, 128 + n when signal n ended it
 * @property {string} stdout empty unless `quiet`
 * @property {string} output stdout and stderr in the order of arrival; empty unless `quiet`
 */

/**
 * Runs a program until it exits. It never throws: a missing program is reported as a result too.
 * @param {string} file
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, cwd?: string }} [options] `quiet` returns the output instead of
 * showing it
 * @returns {Promise<CommandResult>}
 */
export function runCommand(file, args, { quiet = false, env = process.env, cwd = root } = {}) {
  return new Promise(resolve => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    })
    let stdout = ''
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', text => {
      stdout += text
      output += text
    })
    child.stderr?.setEncoding('utf8').on('data', text => {
      output += text
    })
    child.on('error', error =>
      resolve({ code: 127, stdout, output: `${output}${error.message}\n` })
    )
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, output }))
  })
}

/**
 * Returns the exit code that a shell would report.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1)
}
