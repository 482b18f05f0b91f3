// @ts-check
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt, ensureStorybook } from './lib/build.mjs'
import { ensureEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'
import { proofRunners, runners } from './lib/runners.mjs'
import { SetupError } from './lib/setup-error.mjs'
import { noCounts, runTests } from './lib/test-run.mjs'

const LIMIT_MS = 30 * 60_000
const PROOF_LIMIT_MS = 12 * 60 * 60_000

/** @typedef {import('./lib/reports.mjs').Counts & { name: string, seconds: number }} Row */

// Usage: node scripts/test.mjs [--only unit,types] [--prove] [arguments for the runner]
await onNode24(async () => {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, prove: { type: 'boolean', default: false } },
    allowPositionals: true
  })
  const names = chooseRunners(values.prove ? proofRunners.join() : values.only)
  if (values.prove) process.env.MILLE_PROOF = 'full'

  await ensureInstalled()
  const ready = {
    build: await attempt(needs(names, 'build'), ensureBuilt),
    browser: await attempt(needs(names, 'browser'), async () => {
      process.env.CHROMIUM_PATH = await ensureBrowser()
    }),
    storybook: await attempt(needs(names, 'storybook'), ensureStorybook),
    engines: await attempt(needs(names, 'engines'), async () => void (await ensureEngines()))
  }

  /** @type {Row[]} */
  const rows = []
  for (const name of names) {
    const runner = runners[name]
    if (!runner) continue
    process.stdout.write(`\n── ${name}\n`)
    const started = performance.now()
    const missing = (runner.needs ?? []).filter(need => !ready[need])
    if (missing.length > 0) process.stderr.write(`Not run: there is no ${missing.join(', no ')}.\n`)
    const limitMs = values.prove ? PROOF_LIMIT_MS : LIMIT_MS
    const counts =
      missing.length > 0
        ? { ...noCounts, failed: 1 }
        : await runTests(name, runner, { extraArgs: positionals, limitMs })
    rows.push({ name, ...counts, seconds: (performance.now() - started) / 1000 })
  }
  report(rows)
})

/**
 * @param {string | undefined} only names with commas between them
 * @returns {string[]}
 */
function chooseRunners(only) {
  const known = Object.keys(runners)
  const wanted = only?.split(',') ?? known.filter(name => !runners[name]?.isProof)
  const unknown = wanted.find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new SetupError(`There is no runner "${unknown}", only ${known.join(', ')}.`)
  }
  return known.filter(name => wanted.includes(name))
}

/**
 * @param {string[]} names
 * @param {'build' | 'browser' | 'engines' | 'storybook'} need
 */
function needs(names, need) {
  return names.some(name => runners[name]?.needs?.includes(need))
}

/**
 * The runners that can do without still run when a preparation fails.
 * @param {boolean} isNeeded
 * @param {() => Promise<void>} prepare
 */
async function attempt(isNeeded, prepare) {
  try {
    if (isNeeded) await prepare()
    return true
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`${error.message}\n`)
    return false
  }
}

/** @param {Row[]} rows */
function report(rows) {
  const passed = rows.reduce((sum, row) => sum + row.passed, 0)
  const failed = rows.reduce((sum, row) => sum + row.failed, 0)
  const lines = rows.map(row => tableLine(row.name, row.passed, row.failed, row.seconds.toFixed(1)))
  const table = [tableLine('runner', 'passed', 'failed', 'seconds'), ...lines].join('\n')
  process.exitCode = failed > 0 ? 1 : 0
  // Once more at the end: of a long run this is what is read.
  for (const { name, failures, repeated } of rows) {
    for (const test of repeated)
      process.stdout.write(`\npassed at the second try in ${name}: ${test}\n`)
    for (const test of failures) process.stdout.write(`\nfailed in ${name}: ${test}\n`)
  }
  process.stdout.write(`\n${table}\n\n${passed} passed, ${failed} failed\n`)
}

/**
 * @param {string} name
 * @param {...(string | number)} numbers
 */
function tableLine(name, ...numbers) {
  return name.padEnd(8) + numbers.map(it => String(it).padStart(9)).join('')
}
