// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'
import { root } from './lib/paths.mjs'

// Usage: node scripts/check-folders.mjs [folder]
// Imports between its folders, and the files beside them, may not lead back to where they began. Types count too: a
// circle of folders cannot be understood, or moved, one at a time.
const folder = resolve(root, process.argv[2] ?? 'packages/server')

/** From a folder to another one, with the first import that leads there. @type {Map<string, Map<string, string>>} */
const arrows = new Map()
for (const path of listSources()) {
  for (const target of importsOf(path)) {
    const [from, to] = [placeOf(path), placeOf(target)]
    const known = arrows.get(from) ?? new Map()
    arrows.set(from, known)
    if (from !== to && !known.has(to)) known.set(to, `${path} → ${target}`)
  }
}

const circles = findCircles()
const count = [...arrows.values()].reduce((sum, to) => sum + to.size, 0)
process.stdout.write(`${arrows.size} folders, ${count} arrows, ${circles.length} circles\n`)
for (const circle of circles) {
  process.stderr.write(`These import each other: ${circle.join(', ')}\n`)
  for (const from of circle) {
    for (const [to, why] of arrows.get(from) ?? [])
      if (circle.includes(to)) process.stderr.write(`  ${from} → ${to}: ${why}\n`)
  }
  process.exitCode = 1
}

/** Those that can reach each other, by Tarjan's algorithm. */
function findCircles() {
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

/** What the product runs: tests and what they share may import anything. */
function listSources() {
  return globSync('**/*.ts', { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/(^|\/)(node_modules\/|test-[^/]+$)|\.test\.ts$/.test(path))
    .sort()
}

/** Relative imports, as paths from the folder. @param {string} path */
function importsOf(path) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'), true, true)
  return importedFiles
    .map(it => it.fileName)
    .filter(name => name.startsWith('.'))
    .map(name => join(dirname(path), name).replaceAll('\\', '/'))
    .filter(target => !target.startsWith('..'))
}

/** The folder that a file is in, or the file itself. @param {string} path */
function placeOf(path) {
  return path.replace(/\/.*$/, '')
}
