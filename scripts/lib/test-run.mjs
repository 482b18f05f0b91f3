// @ts-check
import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { exitCode } from './command.mjs'
import { cacheFile, packageBinary, root } from './paths.mjs'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */

const KILL_AFTER_MS = 5_000

/** @type {Counts} */
export const noCounts = { passed: 0, failed: 0, failures: [] }

/**
 * Runs one runner to its end.
 * @param {string} name
 * @param {import('./runners.mjs').Runner} runner
 * @param {{ extraArgs: string[], limitMs: number, isQuiet: boolean }} options `extraArgs` go to the runner, e.g. files
 * to run; the output of a quiet runner is shown when it has ended
 * @returns {Promise<Counts>}
 */
export async function runTests(name, runner, { extraArgs, limitMs, isQuiet }) {
  const report = cacheFile(`report-${name}-${process.pid}.json`)
  const env = { ...process.env, ...runner.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  let code = 0
  for (const [program = '', ...args] of runner.commands) {
    const all = [...args, ...reporterArgs(name, runner.kind, report), ...extraArgs]
    code = (await runGroup(program, all, env, { limitMs, isQuiet })) || code
  }
  const counts = readCounts(runner.kind, report, code)
  rmSync(report, { force: true })
  return counts
}

/**
 * @param {string} name
 * @param {import('./runners.mjs').Runner['kind']} kind
 * @param {string} report
 */
function reporterArgs(name, kind, report) {
  if (kind === 'vitest') {
    return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  }
  // Each Playwright run empties its output folder when it starts.
  return kind === 'playwright' ? ['--reporter=list,json', `--output=test-results/${name}`] : []
}

/**
 * @param {import('./runners.mjs').Runner['kind']} kind
 * @param {string} report
 * @param {number} code
 * @returns {Counts}
 */
function readCounts(kind, report, code) {
  if (kind === 'check') return code === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1 }
  /** @type {Counts} */
  let counts = noCounts
  try {
    const content = JSON.parse(readFileSync(report, 'utf8'))
    counts = kind === 'vitest' ? readVitestReport(content) : readPlaywrightReport(content)
  } catch {
    process.stderr.write('The runner left no report.\n')
  }
  // A crash outside of any test, and a run that found no test, are failures too.
  const isHealthy = code === 0 && counts.passed > 0
  if (isHealthy || counts.failed > 0) return counts
  return {
    ...counts,
    failed: 1,
    failures: [`outside of every test, exit code ${code}; search for “error” above`]
  }
}

/**
 * Runs a program in its own process group, so that none of its child processes outlives it.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {{ limitMs: number, isQuiet: boolean }} options
 * @returns {Promise<number>}
 */
function runGroup(program, args, env, { limitMs, isQuiet }) {
  const file = program === 'node' ? process.execPath : packageBinary(program)
  return new Promise(resolve => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: true
    })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => output.push(chunk))
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy
    const limit = setTimeout(() => {
      process.stderr.write(`Stopped: it ran for more than ${limitMs / 60_000} minutes.\n`)
      end('SIGTERM')
    }, limitMs)

    /** @param {NodeJS.Signals} signal */
    function stop(signal) {
      stoppedBy = signal
      end(signal)
    }
    /** @param {NodeJS.Signals} signal */
    function end(signal) {
      killGroup(child.pid, signal)
      setTimeout(() => killGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS).unref()
    }
    /** @param {number} code */
    function finish(code) {
      clearTimeout(limit)
      for (const signal of SIGNALS) process.off(signal, stop)
      killGroup(child.pid, 'SIGKILL')
      process.off('exit', leave)
      process.stdout.write(Buffer.concat(output))
      if (stoppedBy) process.exit(exitCode(null, stoppedBy))
      resolve(code)
    }
    /** Kills the process group when this process exits: another runner may have ended it. */
    function leave() {
      killGroup(child.pid, 'SIGKILL')
    }
    process.on('exit', leave)
    for (const signal of SIGNALS) process.on(signal, stop)
    child.on('error', error => {
      process.stderr.write(`${error.message}\n`)
      finish(127)
    })
    child.on('exit', (code, signal) => finish(exitCode(code, signal)))
  })
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
function killGroup(pid, signal) {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The whole process group has already ended.
  }
}
