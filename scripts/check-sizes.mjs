// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { parseAst } from 'rollup/parseAst'
import { root } from './lib/paths.mjs'

/**
 * Maximum bytes (brotli) that a page may load for a bundle.
 * @typedef {object} Budget
 * @property {number} total the bundle with its static imports: the cost of a closed widget, or of one with nothing to
 * show
 * @property {number} [own] the part of `total` without the runtime that all widgets share
 * @property {number} [later] additional dynamic imports when the widget is used
 * @property {number} [rarely] further dynamic imports of those, on errors or for debugging
 */

// Usage: node scripts/check-sizes.mjs [budgets.json]
// The budgets are an object from a bundle's path, relative to that file, to its budget.
const budgetsPath = join(root, process.argv[2] ?? 'embed/budgets.json')
const folder = dirname(budgetsPath)
/** @type {Record<string, Budget>} */
const budgets = JSON.parse(readFileSync(budgetsPath, 'utf8'))

let isWithinBudgets = Object.keys(budgets).length > 0
process.stdout.write(`${'bundle'.padEnd(40)}${'bytes'.padStart(9)}${'budget'.padStart(9)}\n`)
for (const [path, budget] of Object.entries(budgets)) {
  const loaded = loadedFiles([join(folder, path)])
  const later = loadedFiles(loaded.flatMap(file => importsOf(file).later))
  /** @type {Record<keyof Budget, string[]>} */
  const parts = {
    total: loaded,
    own: loaded.filter(file => !basename(file).startsWith('runtime-')),
    later: later.filter(file => !loaded.includes(file)),
    rarely: loadedFiles(later.flatMap(file => importsOf(file).later))
  }
  for (const part of /** @type {const} */ (['total', 'own', 'later', 'rarely'])) {
    const max = budget[part]
    if (max !== undefined) check(part === 'total' ? path : `  ${part}`, parts[part], max)
  }
}
process.exitCode = isWithinBudgets ? 0 : 1

/**
 * @param {string} name
 * @param {string[]} files
 * @param {number} budget
 */
function check(name, files, budget) {
  const missing = files.length === 0 ? folder : files.find(file => !existsSync(file))
  const bytes = missing ? undefined : files.reduce((sum, file) => sum + brotliBytes(file), 0)
  if (bytes === undefined || bytes > budget) isWithinBudgets = false
  const verdict = missing
    ? `  ${relative(root, missing)} is missing`
    : bytes !== undefined && bytes > budget
      ? '  too big'
      : ''
  const numbers = String(bytes ?? '-').padStart(9) + String(budget).padStart(9)
  process.stdout.write(`${name.padEnd(40)}${numbers}${verdict}\n`)
}

/**
 * Returns the modules and all of their static imports, each once.
 * @param {string[]} entries
 * @returns {string[]}
 */
function loadedFiles(entries) {
  const files = new Set(entries)
  for (const file of files) for (const found of importsOf(file).now) files.add(found)
  return [...files]
}

/**
 * Returns the static imports of a module, and those it loads later by `import('…')`.
 * @param {string} file
 * @returns {{ now: string[], later: string[] }}
 */
function importsOf(file) {
  if (!existsSync(file) || !file.endsWith('.js')) return { now: [], later: [] }
  const code = readFileSync(file, 'utf8')
  const sources = parseAst(code).body.map(node => ('source' in node ? node.source?.value : null))
  const now = sources.filter(source => typeof source === 'string')
  const later = [...code.matchAll(/\bimport\(\s*["'`](\.[^"'`$]+)["'`]\s*\)/g)].map(it => it[1])
  const beside = (/** @type {string | undefined} */ source) => join(dirname(file), source ?? '')
  return { now: now.map(beside), later: later.map(beside) }
}

/** @param {string} file */
function brotliBytes(file) {
  return brotliCompressSync(readFileSync(file)).length
}
