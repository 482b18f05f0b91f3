// @ts-check
import { parseArgs } from 'node:util'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt, ensureDocs, ensureStorybook } from './lib/build.mjs'
import { ensureEngines } from './lib/engines.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'
import { proofRunners, runners } from './lib/runners.mjs'
import { SetupError } from './lib/setup-error.mjs'
import { memoryFolder, templatesFolder } from './lib/templates.mjs'
import { noCounts, runTests } from './lib/test-run.mjs'

const LIMIT_MS = 30 * 60_000
const PROOF_LIMIT_MS = 12 * 60 * 60_000

/** @typedef {import('./lib/reports.mjs').Counts & { name: string, seconds: number }} Row */

// Declared above the top-level `await`: declarations below it have no value until it has finished.
/** @type {Record<Need, () => Promise<void>>} */
const preparations = {
  build: async () => {
    await ensureBuilt()
    await ensureDocs()
  },
  browser: async () => {
    process.env.CHROMIUM_PATH = await ensureBrowser()
  },
  storybook: ensureStorybook,
  engines: async () => void (await ensureEngines())
}

/** @type {Map<Need, Promise<boolean>>} */
const prepared = new Map()
/** @type {Promise<unknown>} */
let lastPreparation = Promise.resolve()

// Usage: node scripts/test.mjs [--only unit,types | --rest | --prove] [arguments for the runner]
await onNode24(async () => {
  const { values, positionals } = parseArgs({
    options: {
      only: { type: 'string' },
      rest: { type: 'boolean', default: false },
      prove: { type: 'boolean', default: false }
    },
    allowPositionals: true
  })
  const names = chooseRunners(values)
  if (values.prove) process.env.MILLE_PROOF = 'full'
  // Proof runs share no templates: they take hours, so the demo network would be a day old. Their data is on disk, as
  // in production.
  else {
    process.env.MILLE_TEMPLATES = templatesFolder()
    process.env.MILLE_MEMORY = memoryFolder() ?? ''
  }

  await ensureInstalled()
  const options = {
    extraArgs: positionals,
    limitMs: values.prove ? PROOF_LIMIT_MS : LIMIT_MS
  }
  const wide = names.filter(name => runners[name]?.isWide)
  const others = names.filter(name => !runners[name]?.isWide)
  // In a proof each runner runs alone, because some measure performance. Otherwise two groups run in parallel, and one
  // of them prints its output only at its end.
  const isBeside = !values.prove && wide.length > 0 && others.length > 0
  const rows = isBeside
    ? (
        await Promise.all([runAll(wide, options), runAll(others, { ...options, isQuiet: true })])
      ).flat()
    : await runAll([...others, ...wide], options)
  report(rows)
})

/**
 * Runs the given runners one after the other.
 * @param {string[]} names
 * @param {{ extraArgs: string[], limitMs: number, isQuiet?: boolean }} options
 * @returns {Promise<Row[]>}
 */
async function runAll(names, { isQuiet = false, ...options }) {
  /** @type {Row[]} */
  const rows = []
  for (const name of names) {
    const runner = runners[name]
    if (!runner) continue
    if (!isQuiet) process.stdout.write(`\n── ${name}\n`)
    const started = performance.now()
    const missing = await prepare(runner.needs ?? [])
    if (missing.length > 0) process.stderr.write(`Not run: there is no ${missing.join(', no ')}.\n`)
    const counts =
      missing.length > 0
        ? { ...noCounts, failed: 1 }
        : await runTests(name, runner, { ...options, isQuiet })
    const seconds = (performance.now() - started) / 1000
    const { passed, failed } = counts
    if (isQuiet)
      process.stdout.write(
        `── ${name}: ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s\n`
      )
    rows.push({ name, ...counts, seconds })
  }
  return rows
}

/**
 * @param {{ only?: string, rest: boolean, prove: boolean }} options `only` are names with commas between them
 * @returns {string[]}
 */
function chooseRunners({ only, rest, prove }) {
  const known = Object.keys(runners)
  const isOfGate = (/** @type {string} */ name) =>
    !runners[name]?.isProof && Boolean(runners[name]?.isRest) === rest
  const wanted = only?.split(',') ?? (prove ? proofRunners : known.filter(isOfGate))
  const unknown = wanted.find(name => !known.includes(name))
  if (unknown !== undefined) {
    throw new SetupError(`There is no runner "${unknown}", only ${known.join(', ')}.`)
  }
  return known.filter(name => wanted.includes(name))
}

/** @typedef {'build' | 'browser' | 'engines' | 'storybook'} Need */

/**
 * Prepares each need once, when a runner first needs it, and one at a time: Debian allows only one installation at
 * once.
 * @param {Need[]} needs
 * @returns {Promise<Need[]>} the needs whose preparation failed
 */
async function prepare(needs) {
  /** @type {Need[]} */
  const missing = []
  for (const need of needs) {
    if (!prepared.has(need)) {
      const had = lastPreparation.then(() => attempt(preparations[need]))
      prepared.set(need, had)
      lastPreparation = had
    }
    if (!(await prepared.get(need))) missing.push(need)
  }
  return missing
}

/**
 * Runs a preparation. If it fails, the runners that do not need it still run.
 * @param {() => Promise<void>} run
 */
async function attempt(run) {
  try {
    await run()
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
  // Repeats the failures at the end, because only the end of a long run is read.
  for (const { name, failures } of rows) {
    for (const test of failures) process.stdout.write(`\nfailed in ${name}: ${test}\n`)
  }
  process.stdout.write(`\n${table}\n\n${passed} passed, ${failed} failed\n`)
}

/**
 * @param {string} name
 * @param {...(string | number)} numbers
 */
function tableLine(name, ...numbers) {
  return name.padEnd(11) + numbers.map(it => String(it).padStart(9)).join('')
}
