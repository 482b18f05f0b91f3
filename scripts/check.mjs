// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readAdvisories } from './lib/advisories.mjs'
import { affectedTests } from './lib/affected.mjs'
import { runCommand } from './lib/command.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { longTests } from './lib/long-tests.mjs'
import { onNode24 } from './lib/node.mjs'
import { packageBinary, root } from './lib/paths.mjs'
import { PROJECT_FOLDERS, runners } from './lib/runners.mjs'

/** Maximum number of test files to run: more would take too long, and `npm test` runs all of them anyway. */
const MAX_TEST_FILES = 40

// Usage: node scripts/check.mjs [--since COMMIT]
await onNode24(async () => {
  const { values } = parseArgs({ options: { since: { type: 'string' } } })
  await ensureInstalled()
  const started = performance.now()
  const changed = await changedFiles(values.since ?? (await lastShared()))
  // One lane runs the longest check, one runs the others, and the third waits for the registry.
  const lanes = [['types'], ['lint', 'edges', 'tables', 'functions', 'dead']]
  const results = await Promise.all([...lanes.map(runLane), checkAdvisories()])
  const areTestsGreen = await runTests(changed)
  const isGreen = areTestsGreen && results.flat().every(Boolean)
  process.stdout.write(`\n${isGreen ? 'All is well' : 'Something is wrong'}, ${since(started)}\n`)
  process.exitCode = isGreen ? 0 : 1
})

/** @param {string[]} names */
async function runLane(names) {
  const results = []
  for (const name of names) results.push(await runCheck(name))
  return results
}

/**
 * Runs a check; prints its output only if it fails.
 * @param {string} name
 */
async function runCheck(name) {
  const started = performance.now()
  for (const [program = '', ...args] of runners[name]?.commands ?? []) {
    const file = program === 'node' ? process.execPath : packageBinary(program)
    const { code, output } = await runCommand(file, args, { quiet: true })
    if (code !== 0) {
      process.stdout.write(`✗ ${name}\n${output}`)
      return false
    }
  }
  process.stdout.write(`✓ ${name}, ${since(started)}\n`)
  return true
}

/**
 * Checks advisories separately from the runners: a commit that passed `npm test` once must pass it again, whatever was
 * published meanwhile.
 */
async function checkAdvisories() {
  const advisories = await readAdvisories()
  if (advisories.kind === 'not_checked') {
    process.stdout.write(`! Advisories were not checked: ${advisories.reason}\n`)
    return true
  }
  const isClean = advisories.found.length === 0
  process.stdout.write(
    isClean ? '✓ advisories\n' : `✗ advisories\n${advisories.found.join('\n')}\n`
  )
  return isClean
}

/** @param {string[]} changed */
async function runTests(changed) {
  const graph = await runCommand(
    packageBinary('depcruise'),
    [...PROJECT_FOLDERS, '--output-type', 'json'],
    { quiet: true }
  )
  const all = affectedTests(JSON.parse(graph.stdout).modules, changed).filter(isUnitTest)
  const nearest = all.filter(it => !isLong(it)).slice(0, MAX_TEST_FILES)
  if (nearest.length === 0) {
    process.stdout.write('✓ unit, no test imports what has changed\n')
    return true
  }
  const projects = ['--project', 'node', '--project', 'dom']
  const { code } = await runCommand(packageBinary('vitest'), ['run', ...projects, ...nearest])
  const left = all.length - nearest.length
  if (left > 0) {
    process.stdout.write(
      `${left} more test files import what has changed: npm run test:unit runs them.\n`
    )
  }
  return code === 0
}

/** @param {string} path */
function isUnitTest(path) {
  return !/^tests\/(embed|end-to-end|engines|faults|stories)\//.test(path)
}

/**
 * Returns whether a test is long, as slices of the long proofs are.
 * @param {string} path
 */
function isLong(path) {
  return longTests.includes(path) || readFileSync(join(root, path), 'utf8').includes('MILLE_PROOF')
}

/** Returns the last commit that is also upstream, or HEAD if there is no upstream. */
async function lastShared() {
  const base = await git('merge-base', 'HEAD', '@{upstream}')
  return base[0] ?? 'HEAD'
}

/** @param {string} commit */
async function changedFiles(commit) {
  return [
    ...(await git('diff', '--name-only', '--relative', commit)),
    ...(await git('ls-files', '--others', '--exclude-standard'))
  ]
}

/** @param {string[]} args */
async function git(...args) {
  const { code, stdout } = await runCommand('git', args, { quiet: true })
  return code === 0 ? stdout.split('\n').filter(line => line !== '') : []
}

/** @param {number} started */
function since(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
