import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newestVersion } from '../../scripts/lib/changelog.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { makeRelease } from '../../scripts/lib/release.mjs'
import { readArtifacts } from '../../scripts/lib/release-files.mjs'
import { setVersion, versionOf } from '../../scripts/lib/versions.mjs'
import { listSources } from './project-copy.ts'

const date = '2026-12-24'
const said: string[] = []
let folder: string
let project: string
let before: string
let version: string
let dry: string

/** Makes a dry run of this checkout with everything that is not committed yet, in a repository of its own. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mille-release-test-'))
  project = join(folder, 'project')
  copyRepository()
  version = versionOf(project)
  before = state()
  dry = await release({ isDryRun: true, isUnsigned: true })
}, 600_000)

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  if (dry) rmSync(join(dry, '..'), { recursive: true, force: true })
})

it('a dry run leaves the repository as it is', () => {
  expect(said.filter(it => it.startsWith('This would be refused'))).toEqual([])
  expect(state()).toBe(before)
  expect(readdirSync(project)).not.toContain('dist')
})

it('makes three packages, the sources, and what says where they come from', () => {
  expect(readdirSync(dry).sort()).toEqual([
    'RELEASE-NOTES.md',
    'SHA256SUMS',
    `mille-${version}.cdx.json`,
    `mille-${version}.provenance.json`,
    `mille-${version}.tar.gz`,
    `mille-client-${version}.tgz`,
    `mille-embed-${version}.tgz`,
    `mille-widgets-${version}.tgz`
  ])
  const sources = list(`mille-${version}.tar.gz`)
  expect(sources).toContain(`mille-${version}/package-lock.json`)
  expect(sources.filter(it => /docs\/changes\/(?!README\.md$)./.test(it))).toEqual([])
  expect(sources.filter(it => it.includes('/node_modules/'))).toEqual([])
})

it('has the checksum of every file, and the provenance those that it is about', () => {
  const { status, stdout } = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
    cwd: dry,
    encoding: 'utf8'
  })
  expect(status).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(7)
  const { subject, predicate } = readJson(`mille-${version}.provenance.json`)
  const described = readArtifacts(dry).filter(it => !/SHA256SUMS|provenance/.test(it.name))
  expect(subject).toEqual(described.map(({ name, sha256 }) => ({ name, digest: { sha256 } })))
  const [source, lock] = predicate.buildDefinition.resolvedDependencies
  expect(source.digest.gitCommit).toMatch(/^[0-9a-f]{40}$/)
  expect(lock.digest.sha256).toBe(digest(join(project, 'package-lock.json')))
  expect(predicate.runDetails.builder.version.node).toBe(process.versions.node)
})

it('the bill of materials lists every production dependency of the lock file', () => {
  const { components } = readJson(`mille-${version}.cdx.json`)
  const listed = new Set(components.map((it: { 'bom-ref': string }) => it['bom-ref']))
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const needed = Object.entries<{ version: string; dev?: true; link?: true }>(lock.packages)
    .filter(([path, it]) => path.includes('node_modules/') && !it.dev && !it.link)
    .map(([path, it]) => `${path.split('node_modules/').at(-1)}@${it.version}`)
  expect(needed.length).toBeGreaterThan(100)
  expect(needed.filter(it => !listed.has(it))).toEqual([])
})

it('the packages have no tests, no paths of this machine and no address of a registry', () => {
  const registry = new URL(execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }))
  const unwanted = [
    tmpdir(),
    root,
    homedir(),
    registry.host,
    ['registry', 'npmjs', 'org'].join('.')
  ]
  for (const { name } of readArtifacts(dry).filter(it => it.name.endsWith('.tgz'))) {
    expect(list(name).filter(it => /\.(test|spec|stories)\./.test(it))).toEqual([])
    const unpacked = join(folder, name.replace('.tgz', ''))
    mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', join(dry, name), '-C', unpacked])
    const patterns = unwanted.flatMap(it => ['-e', it])
    const { stdout } = spawnSync('grep', ['-rnF', ...patterns, unpacked], { encoding: 'utf8' })
    expect(stdout).toBe('')
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package/package.json'), 'utf8'))
    expect(manifest.version).toBe(version)
    const changelog = readFileSync(join(unpacked, 'package/CHANGELOG.md'), 'utf8')
    expect(newestVersion(changelog)).toMatchObject({ version, date })
  }
})

it('a release has the same bytes, one commit more, and a signed tag, from which anyone can make it again', async () => {
  const key = join(folder, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  git('config', 'user.signingkey', key)
  git('config', 'gpg.format', 'ssh')
  const signers = join(folder, 'signers')
  execFileSync('sh', ['-c', `echo "releaser@example.org $(cat ${key}.pub)" > ${signers}`])

  const made = await release({ isDryRun: false, isUnsigned: false })
  expect(made).toBe(join(project, 'dist/release', version))
  expect(readArtifacts(made)).toEqual(readArtifacts(dry))
  expect(git('log', '-1', '--format=%s')).toBe(`Release ${version}\n`)
  expect(git('rev-list', '--count', `${before.split('\n')[0]}..main`)).toBe('1\n')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('rev-parse', `v${version}^{commit}`)).toBe(git('rev-parse', 'HEAD'))
  git('-c', `gpg.ssh.allowedSignersFile=${signers}`, 'tag', '--verify', `v${version}`)
  const checksums = readFileSync(join(made, 'SHA256SUMS'), 'utf8')
  expect(git('tag', '--list', '--format=%(contents:body)', `v${version}`)).toContain(checksums)
  await expect(release({ isDryRun: false, isUnsigned: false })).rejects.toThrow(
    `${version} is released`
  )

  vi.stubEnv('GIT_COMMITTER_NAME', 'Someone else')
  const again = await release({ isDryRun: true, isUnsigned: true, date: '2027-01-01' })
  expect(readArtifacts(again)).toEqual(readArtifacts(made))
  rmSync(join(again, '..'), { recursive: true })
}, 900_000)

function copyRepository() {
  for (const who of ['AUTHOR', 'COMMITTER']) {
    vi.stubEnv(`GIT_${who}_NAME`, 'A releaser')
    vi.stubEnv(`GIT_${who}_EMAIL`, 'releaser@example.org')
  }
  execFileSync('git', ['clone', '--quiet', '--local', '--no-tags', root, project])
  git('checkout', '--quiet', '-B', 'main')
  for (const [key, value] of Object.entries({ name: 'A releaser', email: 'releaser@example.org' }))
    git('config', `user.${key}`, value)
  git('rm', '-r', '--quiet', '.')
  for (const path of listSources()) cpSync(join(root, path), join(project, path))
  const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
  // Right after a release there is nothing to release yet.
  if (newestVersion(changelog).date !== 'unreleased') setVersion(project, '99.0.0')
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--no-verify', '--no-gpg-sign', '-m', 'As it is')
}

async function release(options: { isDryRun: boolean; isUnsigned: boolean; date?: string }) {
  const say = (line: string) => void said.push(line)
  const made = await makeRelease({ project, date, say, prepare: takeInstalled, ...options })
  return made.folder
}

/**
 * Takes the installed packages instead of installing them again. The embeds and the dashboard are not built: no file of
 * a release contains them, and other tests build them.
 */
async function takeInstalled(clone: string) {
  const target = join(clone, 'node_modules')
  mkdirSync(target)
  // Hard links take a second, where the file system allows them.
  const copy = (options: string) => spawnSync('cp', [options, `${root}/node_modules/.`, target])
  if (copy('-al').status !== 0) expect(copy('-a').status).toBe(0)
}

function state() {
  return git('rev-parse', 'HEAD') + git('status', '--porcelain') + git('for-each-ref')
}

function git(...args: string[]) {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: 'pipe' })
}

function list(name: string) {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  return execFileSync('tar', ['-tzf', join(dry, name)], options)
    .trim()
    .split('\n')
}

function readJson(name: string) {
  return JSON.parse(readFileSync(join(dry, name), 'utf8'))
}

function digest(path: string) {
  return execFileSync('sha256sum', [path], { encoding: 'utf8' }).split(' ')[0]
}
