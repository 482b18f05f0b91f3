// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { withLock } from './lock.mjs'
import { cacheFile, root } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * @typedef {object} Build
 * @property {string} name name of its stamp file and its lock
 * @property {string[]} sources files and folders that it is made from
 * @property {RegExp} ignored paths in the sources that do not affect the build
 * @property {string[]} outputs
 * @property {string[]} command
 * @property {string} doing message that the terminal shows meanwhile
 */

/** @type {Build} */
const application = {
  name: 'build',
  sources: [
    'embed',
    'packages',
    'dashboard',
    'rollup.config.mjs',
    'scripts/lib/server-parts.mjs',
    'package-lock.json'
  ],
  // Ignores outputs and files that no bundle contains, so that a change of the server does not trigger a build.
  ignored:
    /(^|\/)(node_modules|dist|build|\.react-router|__pycache__|packages\/(server|testing)|[^/]+\.(test|stories)\.tsx?|[^/]+\.md)$/,
  outputs: ['embed/dist', 'dashboard/build/client', 'dashboard/build/server/index.js'],
  command: ['npm', 'run', 'build'],
  doing: 'Building the embeds and the dashboard…'
}

/** @type {Build} */
const documentation = {
  name: 'documentation',
  // The colors are those of the dashboard.
  sources: ['docs', 'packages/ui/tokens/tokens.css', 'package.json', 'package-lock.json'],
  ignored: /^docs\/changes$/,
  outputs: ['build/docs/index.html'],
  command: ['npm', 'run', 'build:docs'],
  doing: 'Building the documentation…'
}

/** @type {Build} */
const storybook = {
  name: 'storybook',
  sources: ['.storybook', ...application.sources],
  ignored:
    /(^|\/)(node_modules|dist|build|\.react-router|__pycache__|packages\/(server|testing)|[^/]+\.test\.tsx?|[^/]+\.md)$/,
  outputs: ['storybook-static/index.html', 'storybook-static/embed'],
  command: ['npm', 'run', 'build:storybook'],
  doing: 'Building the Storybook…'
}

/** Builds the embed's bundles and the dashboard, unless their sources have not changed since the last build. */
export function ensureBuilt() {
  return ensure(application)
}

/** Builds the documentation, unless its sources have not changed since the last build. */
export function ensureDocs() {
  return ensure(documentation)
}

/** Builds the static Storybook, which includes the built elements. */
export async function ensureStorybook() {
  await ensureBuilt()
  await ensure(storybook)
}

/** @param {Build} build */
async function ensure(build) {
  if (isBuilt(build, sourcesHash(build))) return
  await withLock(build.name, async () => {
    // A change made during the build is either in this hash or triggers another build at the next start.
    const hash = sourcesHash(build)
    if (isBuilt(build, hash)) return
    process.stderr.write(`${build.doing}\n`)
    const stamp = cacheFile(build.name)
    rmSync(stamp, { force: true })
    const [program = '', ...args] = build.command
    // In a test, NODE_ENV is `test`, with which React would be built as its slow development version.
    const env = { ...process.env, NODE_ENV: 'production' }
    const { code, output } = await runCommand(program, args, { quiet: true, env })
    if (code !== 0) {
      process.stderr.write(output)
      throw new SetupError('The build failed: see what it says above.')
    }
    const missing = build.outputs.find(path => !existsSync(join(root, path)))
    if (missing) throw new SetupError(`The build ended without writing ${missing}.`)
    writeFileSync(stamp, hash)
  })
}

/**
 * @param {Build} build
 * @param {string} hash
 */
function isBuilt({ name, outputs }, hash) {
  const stamp = cacheFile(name)
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash &&
    outputs.every(path => existsSync(join(root, path)))
  )
}

/** @param {Build} build */
function sourcesHash({ sources, ignored }) {
  const hash = createHash('sha256')
  for (const path of sources) addToHash(hash, path, ignored)
  return hash.digest('hex')
}

/**
 * Adds the size and modification time of each file to the hash, since reading the content at every start would take too
 * long.
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 * @param {RegExp} ignored
 */
function addToHash(hash, path, ignored) {
  const absolute = join(root, path)
  if (ignored.test(path) || !existsSync(absolute)) return
  const stat = statSync(absolute)
  if (stat.isDirectory()) {
    for (const name of readdirSync(absolute).sort()) addToHash(hash, `${path}/${name}`, ignored)
  } else {
    hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
  }
}
