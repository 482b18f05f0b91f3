// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './lib/paths.mjs'

/** @typedef {{ parentId?: string, path?: string, index?: boolean, module: string, imports?: string[] }} Part */
/** @typedef {{ entry: Part, routes: Record<string, Part> }} Manifest */

/**
 * Maximum bytes of JavaScript (brotli) for the first load of a page: what its HTML requests, the manifest of all pages,
 * and, except on landing pages, the account menu, which hydration requests. Code loaded when the browser is idle or
 * after a click is not included.
 */
const budgets = { landing: 120_000, page: 154_000 }
/** Landing pages, which new visitors see first; all other pages have the budget for returning users. */
const landing = ['', 'ad-solutions', 'publishers', 'crypto-affiliate-program']

const client = join(root, 'dashboard/build/client')
const server = join(root, 'dashboard/build/server/assets')
const { manifest, entry, routes } = readManifest()
const menu = withImports(findAsset(/^user-menu-[\w-]+\.js$/))
/** @type {Map<string, number>} */
const sizes = new Map()

let isWithinBudgets = true
process.stdout.write(`${'page'.padEnd(40)}${'bytes'.padStart(9)}${'budget'.padStart(9)}\n`)
for (const [id, route] of Object.entries(routes)) {
  const path = route.index ? '' : route.path
  if (id === 'root' || path === undefined) continue
  const parts = [entry, ...withParents(route)]
  const isLanding = landing.includes(path)
  const files = new Set([
    manifest,
    ...parts.flatMap(({ module, imports = [] }) => [module, ...imports]),
    ...(isLanding ? [] : menu)
  ])
  const bytes = [...files].reduce((sum, file) => sum + brotliBytes(file), 0)
  const budget = isLanding ? budgets.landing : budgets.page
  if (bytes > budget) isWithinBudgets = false
  const numbers = String(bytes).padStart(9) + String(budget).padStart(9)
  process.stdout.write(`/${path.padEnd(39)}${numbers}${bytes > budget ? '  too big' : ''}\n`)
}
const strangers = importedPackages()
for (const line of strangers) process.stdout.write(`${line}\n`)
process.exitCode = isWithinBudgets && strangers.length === 0 ? 0 : 1

/**
 * Returns the page's route with the layouts around it.
 * @param {Part} route
 * @returns {Part[]}
 */
function withParents(route) {
  const parent = routes[route.parentId ?? '']
  return parent ? [...withParents(parent), route] : [route]
}

/**
 * Returns the packages that the server's page code imports instead of bundling: an installed React would run as its
 * slow development build wherever NODE_ENV is not set.
 * @returns {string[]}
 */
function importedPackages() {
  return readdirSync(server).flatMap(file => {
    const text = readFileSync(join(server, file), 'utf8')
    const imports = text.matchAll(/^(?:import|export)\b[^;'"]*["'](?!\.|node:)([^"']+)["']/gm)
    return [...imports].map(([, name]) => `${file} does not contain ${name}, which it imports`)
  })
}

/** @returns {Manifest & { manifest: string }} */
function readManifest() {
  const manifest = findAsset(/^manifest-\w+\.js$/)
  const text = readFileSync(join(client, manifest), 'utf8')
  return { manifest, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** @param {RegExp} name */
function findAsset(name) {
  const found = readdirSync(join(client, 'assets')).find(it => name.test(it))
  if (found === undefined) throw new Error(`there is no ${name} in ${client}: build first`)
  return `/assets/${found}`
}

/**
 * @param {string} file
 * @param {Set<string>} seen
 */
function withImports(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(client, file), 'utf8')
  for (const [, name] of text.matchAll(/\b(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    withImports(`/assets/${name}`, seen)
  return seen
}

/** @param {string} file as the page asks for it */
function brotliBytes(file) {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const bytes = brotliCompressSync(readFileSync(join(client, file))).length
  sizes.set(file, bytes)
  return bytes
}
