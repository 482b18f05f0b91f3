import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { longTests } from '../../scripts/lib/long-tests.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'

const texts = listSources()
  .map(path => ({ path, bytes: readFileSync(join(root, path)) }))
  .filter(({ bytes }) => !bytes.includes(0))
  .map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))

const tests = texts.filter(({ path }) => /\.(test|spec|stories)\.tsx?$/.test(path))

// The patterns are put together from pieces, so that this file does not contain what it looks for.
const workplaces = new RegExp(`(^|[\\s"'\`(=:])/(${['work', 'root'].join('|')})/`, 'm')
const registryHost = new RegExp(['registry', '\\.', '(npmjs|yarnpkg|npmmirror)'].join(''))
const fixedWait = ['.wait', 'ForTimeout('].join('')
const installs = 'install i add update up'.split(' ')
const modifiers = ['only', 'skip', 'skipIf', 'runIf', 'fixme', 'todo']
const otherTestCalls = new RegExp(
  `\\b(it|test|describe|suite)(\\.\\w+)*\\.(${modifiers.join('|')})\\b`
)

it('names no path of the machine that it was written on', () => {
  expect(pathsWith(text => workplaces.test(text))).toEqual([])
})

it('names no package registry', () => {
  expect(pathsWith(text => registryHost.test(text))).toEqual([])
})

it('locks packages without the address that they came from', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved": "http')
})

it('locks the packages of every platform, without which npm ci refuses the file', () => {
  const { packages }: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).flatMap(
    ([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter(name => !isLocked(packages, path, name))
        .map(name => `${path}: ${name}`)
  )
  expect(missing).toEqual([])
})

it('installs the packages of the project with npm ci alone, so that what runs is what is locked', () => {
  expect(pathsWith(installsUnlocked)).toEqual([])
  // These files install into separate folders: apps that use the published packages, the clone of a release, which takes
  // what is locked, and a package to measure.
  expect(pathsWith(runsNpm)).toEqual([
    'scripts/lib/check-consumers.mjs',
    'scripts/lib/release.mjs',
    'tests/benchmarks/peers.ts'
  ])
})

it.each(installs)('would notice npm %s', command => {
  const line = ['npm', command].join(' ')
  for (const rest of ['', ' --no-audit', ' && npm run build', ' left-pad'])
    expect(installsUnlocked(`run: ${line}${rest}`)).toBe(true)
  expect(installsUnlocked(`${line} @mille/embed`)).toBe(false)
  expect(runsNpm(`run('npm', ['${command}'])`)).toBe(true)
})

it('runs the tests of a pull request on what is locked, with actions pinned by their commit', () => {
  const workflows = texts.filter(({ path }) => path.startsWith('.github/workflows/'))
  const lines = workflows.flatMap(({ text }) => text.split('\n')).map(it => it.trim())
  expect(lines.filter(it => /\bnpm (ci|test)\b/.test(it) && it.startsWith('- run:'))).toEqual([
    '- run: npm ci --prefer-offline',
    '- run: npm test'
  ])
  const actions = lines.filter(it => /^(- )?uses:/.test(it))
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter(it => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(it))).toEqual([])
})

it('runs every test there is', () => {
  expect(tests.filter(({ text }) => otherTestCalls.test(text)).map(({ path }) => path)).toEqual([])
})

it('waits for no fixed time in a browser: quietFor of tests/over-time.ts is for what must not happen', () => {
  expect(pathsWith(text => text.includes(fixedWait))).toEqual([])
})

it('has every test that is named as one of the longest', () => {
  expect(longTests.filter(path => !tests.some(it => it.path === path))).toEqual([])
})

it.each(modifiers)('would notice .%s', modifier => {
  expect(otherTestCalls.test(['it', modifier].join('.'))).toBe(true)
  expect(otherTestCalls.test(['test.describe', modifier].join('.'))).toBe(true)
})

interface Lock {
  packages: Record<
    string,
    { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }
  >
}

/** Looks for a package where Node would: in the package's own node_modules folder, then in each folder above it. */
function isLocked(packages: Lock['packages'], path: string, name: string) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    if (packages[join(folder, 'node_modules', name)]) return true
    if (folder === '') return false
  }
}

/**
 * Whether a shell script, workflow or document installs unlocked packages. How others install the published packages is
 * up to them.
 */
function installsUnlocked(text: string) {
  return new RegExp(`\\bnpm (${installs.join('|')})\\b(?!-)(?! @mille/)`).test(text)
}

/** Whether a program installs packages: there, the command and its arguments are in quotes. */
function runsNpm(text: string) {
  return text.includes("'npm'") && new RegExp(`\\['(${installs.join('|')})'`).test(text)
}

function pathsWith(matches: (text: string) => boolean) {
  return texts.filter(({ text }) => matches(text)).map(({ path }) => path)
}
