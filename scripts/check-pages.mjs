// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './lib/paths.mjs'

/** @typedef {{ path?: string, index?: boolean, module: string, imports?: string[] }} Part */
/** @typedef {{ entry: Part, routes: Record<string, Part> }} Manifest */

/**
 * The most bytes of JavaScript (brotli) that the first load of a page may take, set just above what it takes. React, the
 * router and the client are 113 kB of it. What it should come to is 120 and 150 kB.
 */
const budgets = { landing: 162_000, page: 250_000 }
/** What strangers come to first; everything else is for those who stay. */
const landing = ['', 'ad-solutions', 'crypto-affiliate-program']

const client = join(root, 'dashboard/build/client')
const { entry, routes } = readManifest()
/** @type {Map<string, number>} */
const sizes = new Map()

let isWithinBudgets = true
process.stdout.write(`${'page'.padEnd(40)}${'bytes'.padStart(9)}${'budget'.padStart(9)}\n`)
for (const [id, route] of Object.entries(routes)) {
  const path = route.index ? '' : route.path
  if (id === 'root' || path === undefined) continue
  const parts = [entry, routes.root, route].flatMap(part => part ?? [])
  const files = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]))
  const bytes = [...files].reduce((sum, file) => sum + brotliBytes(file), 0)
  const budget = landing.includes(path) ? budgets.landing : budgets.page
  if (bytes > budget) isWithinBudgets = false
  const numbers = String(bytes).padStart(9) + String(budget).padStart(9)
  process.stdout.write(`/${path.padEnd(39)}${numbers}${bytes > budget ? '  too big' : ''}\n`)
}
process.exitCode = isWithinBudgets ? 0 : 1

/** @returns {Manifest} */
function readManifest() {
  const assets = join(client, 'assets')
  const name = readdirSync(assets).find(it => /^manifest-\w+\.js$/.test(it))
  if (name === undefined) throw new Error(`there is no manifest in ${assets}: build first`)
  const text = readFileSync(join(assets, name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

/** @param {string} file as the page asks for it */
function brotliBytes(file) {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const bytes = brotliCompressSync(readFileSync(join(client, file))).length
  sizes.set(file, bytes)
  return bytes
}
