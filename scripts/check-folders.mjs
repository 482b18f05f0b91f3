// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './lib/paths.mjs'

// Usage: node scripts/check-folders.mjs [folders]
// Imports between the subfolders of a folder, and the files beside them, must not form a cycle. Type imports count too:
// folders in a cycle cannot be understood, or moved, one at a time.
const checked = [
  'packages/server',
  'packages/server/delivery',
  'packages/server/http',
  'packages/server/payments',
  'packages/stores',
  'packages/ui',
  'packages/widgets',
  'dashboard/app/admin',
  'dashboard/app/page'
]
/** @typedef {Map<string, Map<string, string>>} Arrows from a folder to another one, with the first import that leads there */

const given = process.argv.slice(2)
for (const name of given.length > 0 ? given : checked) {
  const arrows = findArrows(resolve(root, name))
  const circles = findCircles(arrows)
  const count = [...arrows.values()].reduce((sum, to) => sum + to.size, 0)
  process.stdout.write(
    `${name}: ${arrows.size} folders, ${count} arrows, ${circles.length} circles\n`
  )
  for (const circle of circles) {
    process.stderr.write(`These import each other: ${circle.join(', ')}\n`)
    for (const from of circle) {
      for (const [to, why] of arrows.get(from) ?? [])
        if (circle.includes(to)) process.stderr.write(`  ${from} → ${to}: ${why}\n`)
    }
    process.exitCode = 1
  }
}

/** @param {string} folder */
function findArrows(folder) {
  /** @type {Arrows} */
  const arrows = new Map()
  for (const path of listSources(folder)) {
    for (const target of importsOf(folder, path)) {
      const [from, to] = [placeOf(path), placeOf(target)]
      const known = arrows.get(from) ?? new Map()
      arrows.set(from, known)
      if (from !== to && !known.has(to)) known.set(to, `${path} → ${target}`)
    }
  }
  return arrows
}

/**
 * Finds the groups of folders that can reach each other, by Tarjan's algorithm.
 * @param {Arrows} arrows
 */
function findCircles(arrows) {
  /** @type {string[][]} */
  const found = []
  /** @type {Map<string, { number: number, low: number }>} */
  const seen = new Map()
  /** @type {string[]} */
  const path = []

  /** @param {string} place */
  function visit(place) {
    const own = { number: seen.size, low: seen.size }
    seen.set(place, own)
    path.push(place)
    for (const next of arrows.get(place)?.keys() ?? []) {
      const known = seen.get(next)
      if (!known) own.low = Math.min(own.low, visit(next).low)
      else if (path.includes(next)) own.low = Math.min(own.low, known.number)
    }
    if (own.low === own.number) {
      const circle = path.splice(path.indexOf(place))
      if (circle.length > 1) found.push(circle.sort())
    }
    return own
  }
  for (const place of arrows.keys()) if (!seen.has(place)) visit(place)
  return found
}

/**
 * Lists the product's source files. Tests and their helpers are excluded, as they may import anything.
 * @param {string} folder
 */
function listSources(folder) {
  return globSync('**/*.{ts,tsx}', { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/(^|\/)(node_modules|testing)\/|\.(test|stories)\.tsx?$/.test(path))
    .sort()
}

/**
 * Returns the relative imports of a file, as paths from the folder.
 * @param {string} folder
 * @param {string} path
 */
function importsOf(folder, path) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'), true, true)
  return importedFiles
    .map(it => it.fileName)
    .filter(name => name.startsWith('.'))
    .map(name => join(dirname(path), name).replaceAll('\\', '/'))
    .filter(target => !target.startsWith('..'))
}

/**
 * Returns the top-level folder that a file is in, or the file itself.
 * @param {string} path
 */
function placeOf(path) {
  return path.replace(/\/.*$/, '')
}
