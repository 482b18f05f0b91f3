// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestVersion } from './changelog.mjs'

/**
 * The parts of a package.json, and of its entry in the lock file, that have versions.
 * @typedef {object} Manifest
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 */

const pinnedEmbeds = /\/embed\/(\d+\.\d+\.\d+[^/]*)\//g

/**
 * Returns the version of a project: that of its root package.json, with which everything else has to agree.
 * @param {string} folder
 * @returns {string}
 */
export function versionOf(folder) {
  return readJson(join(folder, 'package.json')).version
}

/**
 * Returns what does not have the version of the root package.json: a workspace, a dependency on one, the lock file, the
 * newest heading of the changelog, or the README's address of embeds that are pinned to a version. The build names the
 * folder of those embeds after the root package.json itself.
 * @param {string} folder
 */
export function versionProblems(folder) {
  const wanted = versionOf(folder)
  /** @type {[place: string, version: string | undefined][]} */
  const found = []
  for (const [path, manifest] of readManifests(folder)) found.push(...versionsIn(path, manifest))
  const lock = readJson(join(folder, 'package-lock.json'))
  found.push(['package-lock.json', lock.version])
  for (const [path, manifest] of ownEntries(lock))
    found.push(...versionsIn(`package-lock.json (${path || 'root'})`, manifest))
  found.push([
    'the newest heading of CHANGELOG.md',
    newestVersion(readText(folder, 'CHANGELOG.md')).version
  ])
  for (const [, version] of readText(folder, 'README.md').matchAll(pinnedEmbeds))
    found.push(['an embed in README.md', version])
  return found
    .filter(([, version]) => version !== wanted)
    .map(([place, version]) => `${place} has version ${version}, and package.json ${wanted}`)
}

/**
 * Gives everything a new version, and adds its heading to the changelog unless the newest one is unreleased, which then
 * gets the version.
 * @param {string} folder
 * @param {string} version
 */
export function setVersion(folder, version) {
  for (const [path, manifest] of readManifests(folder)) {
    giveVersion(manifest, version)
    writeJson(join(folder, path), manifest)
  }
  const lockPath = join(folder, 'package-lock.json')
  const lock = readJson(lockPath)
  lock.version = version
  for (const [, manifest] of ownEntries(lock)) giveVersion(manifest, version)
  writeJson(lockPath, lock)
  const readme = readText(folder, 'README.md').replace(pinnedEmbeds, `/embed/${version}/`)
  writeFileSync(join(folder, 'README.md'), readme)
  const changelog = readText(folder, 'CHANGELOG.md')
  const heading = `## ${version} - unreleased\n`
  const isOpen = newestVersion(changelog).date === 'unreleased'
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    changelog.replace(isOpen ? /^## .*\n/m : /^(?=## )/m, isOpen ? heading : `${heading}\n`)
  )
}

/**
 * @param {string} folder
 * @returns {[path: string, manifest: Manifest][]}
 */
function readManifests(folder) {
  // `npm ci` refuses a lock file that lacks a workspace, so that it names them all.
  return ownEntries(readJson(join(folder, 'package-lock.json'))).map(([workspace]) => {
    const path = join(workspace, 'package.json')
    return [path, readJson(join(folder, path))]
  })
}

/**
 * @param {{ packages: Record<string, Manifest> }} lock
 * @returns {[path: string, manifest: Manifest][]} the entries of the root and the workspaces
 */
function ownEntries(lock) {
  return Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'))
}

/**
 * @param {string} place
 * @param {Manifest} manifest
 * @returns {[place: string, version: string | undefined][]}
 */
function versionsIn(place, { version, dependencies, devDependencies }) {
  const needed = Object.entries({ ...devDependencies, ...dependencies })
    .filter(([name]) => name.startsWith('@mille/'))
    .map(([name, wanted]) => /** @type {[string, string]} */ ([`${name} in ${place}`, wanted]))
  return [[place, version], ...needed]
}

/**
 * @param {Manifest} manifest
 * @param {string} version
 */
function giveVersion(manifest, version) {
  manifest.version = version
  for (const needed of [manifest.dependencies, manifest.devDependencies])
    for (const name of Object.keys(needed ?? {}))
      if (needed && name.startsWith('@mille/')) needed[name] = version
}

/**
 * @param {string} folder
 * @param {string} name
 */
function readText(folder, name) {
  return readFileSync(join(folder, name), 'utf8')
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
