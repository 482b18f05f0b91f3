// @ts-check
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './lib/paths.mjs'
import { listTableUses } from './lib/table-uses.mjs'

/**
 * @typedef {import('./lib/table-uses.mjs').Access} Access
 * @typedef {object} Exception tables that a domain may access although another domain owns them
 * @property {string} why
 * @property {string[]} [reads]
 * @property {string[]} [writes]
 */

// Usage: node scripts/check-tables.mjs [folder of the server]
const folder = resolve(root, process.argv[2] ?? 'packages/server')
/**
 * Owner, description and kind of each table. Every domain may read a view.
 * @type {Record<string, [owner: string, about: string, kind?: string]>}
 */
const owners = readJson('db/tables.json')
/** @type {Record<string, Exception[]>} */
const exceptions = readJson('db/table-exceptions.json')

const tables = new Set(Object.keys(owners))
const allowed = new Map(
  Object.entries(exceptions).flatMap(([domain, list]) =>
    list.flatMap(({ reads = [], writes = [] }) => [
      ...reads.map(table => entry(domain, table, 'read')),
      ...writes.map(table => entry(domain, table, 'write'))
    ])
  )
)
/** Exceptions that the code still needs, with the access it needs. */
const needed = new Set()
/** @type {string[]} */
const problems = []

for (const path of listSources()) {
  const domain = path.includes('/') ? path.replace(/\/.*$/, '') : path.replace(/\.ts$/, '')
  for (const { table, access, line } of listTableUses(path, readText(path), tables)) {
    const [owner, , kind] = owners[table] ?? []
    if (owner === domain || (kind === 'view' && access === 'read')) continue
    const [key] = entry(domain, table, access)
    const may = allowed.get(key)
    if (may === access) needed.add(`${key} ${access}`)
    if (may === 'write' && access === 'read') continue
    if (may !== access)
      problems.push(`${path}:${line} ${access}s ${table}, which belongs to ${owner}`)
  }
}
for (const [key, access] of allowed) {
  if (!needed.has(`${key} ${access}`))
    problems.push(`${key}: this exception (${access}) is not needed`)
}

process.stdout.write(
  `${tables.size} tables, ${allowed.size} exceptions, ${problems.length} problems\n`
)
if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}

Use a function of the owner's index.ts, or add one there. Exceptions are in db/table-exceptions.json, each with its reason;
the list only gets shorter.\n`)
  process.exitCode = 1
}

/** @param {string} domain @param {string} table @param {Access} access @returns {[string, Access]} */
function entry(domain, table, access) {
  return [`${domain} → ${table}`, access]
}

/** Lists the product's source files. Tests and their helpers are excluded, as they may access any table. */
function listSources() {
  return globSync('**/*.ts', { cwd: folder })
    .map(path => path.replaceAll('\\', '/'))
    .filter(
      path => !/^(dev|seed)|(^|\/)(node_modules|testing)\/|\.test\.ts$|\.generated\.ts$/.test(path)
    )
    .sort()
}

/** @param {string} path */
function readText(path) {
  return readFileSync(join(folder, path), 'utf8')
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readText(path))
}
