// @ts-check
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateNewest, newestVersion } from './changelog.mjs'
import { runCommand } from './command.mjs'
import { git, gitSetting } from './git.mjs'
import { CHECKSUMS, writeReleaseFiles } from './release-files.mjs'
import { SetupError } from './setup-error.mjs'
import { versionOf, versionProblems } from './versions.mjs'

/**
 * @typedef {object} ReleaseOptions
 * @property {string} project folder of the repository
 * @property {string} date of the release, as YYYY-MM-DD
 * @property {boolean} isDryRun leaves the repository as it is
 * @property {boolean} isUnsigned makes a tag without a signature, even if git could sign it
 * @property {(clone: string) => Promise<void>} [prepare] installs the packages in the clone, and builds everything
 * @property {(line: string) => void} say
 */

/** Settings of git by which it signs; those of the repository itself are not in its clone. */
const signingSettings = ['user.signingkey', 'gpg.format', 'gpg.program', 'gpg.ssh.program']

/**
 * Makes a release in a clone of the repository, so that one that fails halfway changes nothing. Unless it is a dry run,
 * the repository then gets the clone's commit and tag, and `dist/release` the files. Nothing is published.
 * @param {ReleaseOptions} options
 * @returns {Promise<{ folder: string, version: string }>} the folder of the files; that of a dry run is temporary
 */
export async function makeRelease(options) {
  const { project, isDryRun, say, prepare = installAndBuild } = options
  const refusals = await findRefusals(options)
  if (refusals.length > 0 && !isDryRun) throw new SetupError(refusals.join('\n'))
  for (const refusal of refusals) say(`This would be refused if it were no dry run. ${refusal}`)

  const temporary = mkdtempSync(join(tmpdir(), 'mille-release-'))
  // npm names the bill of materials after this folder.
  const clone = join(temporary, 'mille')
  const artifacts = join(temporary, 'artifacts')
  mkdirSync(artifacts)
  let isDone = false
  try {
    const release = await commitRelease(options, clone)
    say(`Building ${release.version} from commit ${release.commit}…`)
    await prepare(clone)
    await run(clone, 'node', ['scripts/pack-packages.mjs', artifacts])
    await writeReleaseFiles(release, artifacts)
    await tagRelease(options, release, artifacts)
    const { version } = release
    const folder = isDryRun ? artifacts : join(project, 'dist/release', version)
    if (!isDryRun) {
      await takeOver(project, release)
      rmSync(folder, { recursive: true, force: true })
      cpSync(artifacts, folder, { recursive: true })
    }
    isDone = isDryRun
    return { folder, version }
  } finally {
    rmSync(isDone ? clone : temporary, { recursive: true, force: true })
  }
}

/**
 * Returns what a person has to do before a release can be made.
 * @param {ReleaseOptions} options
 */
async function findRefusals({ project, isUnsigned }) {
  const version = versionOf(project)
  const refusals = []
  if ((await git(project, ['status', '--porcelain'])) !== '')
    refusals.push('The working tree has changes: commit or remove them.')
  const branch = await git(project, ['rev-parse', '--abbrev-ref', 'HEAD'])
  if (branch !== 'main') refusals.push(`A release is made on main, and this is ${branch}.`)
  const changelog = readFileSync(join(project, 'CHANGELOG.md'), 'utf8')
  const isReleased = newestVersion(changelog).date !== 'unreleased'
  if (isReleased || (await git(project, ['tag', '--list', `v${version}`])) !== '')
    refusals.push(`${version} is released: choose the next one with --next.`)
  if (!isUnsigned && !(await gitSetting(project, 'user.signingkey')))
    refusals.push(
      'git has no key to sign the tag with: set user.signingkey, or release with --unsigned.'
    )
  return refusals
}

/**
 * Clones the newest commit and adds one that moves the changes to the changelog, under the date.
 * @param {ReleaseOptions} options
 * @param {string} clone
 * @returns {Promise<import('./release-files.mjs').ReleaseCommit>}
 */
async function commitRelease({ project, date }, clone) {
  const source = await git(project, ['rev-parse', 'HEAD'])
  const identity = await git(project, ['var', 'GIT_COMMITTER_IDENT'])
  const silent = ['--quiet', '-c', 'advice.detachedHead=false']
  await git(project, ['clone', ...silent, '--local', '--no-tags', '--no-checkout', '.', clone])
  await git(clone, ['checkout', '--quiet', '-B', 'main', source])
  const problems = versionProblems(clone)
  if (problems.length > 0) throw new SetupError(problems.join('\n'))

  await run(clone, 'node', ['scripts/assemble-changelog.mjs', '--write'])
  const changelog = join(clone, 'CHANGELOG.md')
  writeFileSync(changelog, dateNewest(readFileSync(changelog, 'utf8'), date))
  const version = versionOf(clone)
  const time = await git(clone, ['show', '--no-patch', '--format=%cI', source])
  await git(clone, ['add', '--all'])
  // A release that is made again from its tag has nothing to commit.
  if ((await git(clone, ['status', '--porcelain'])) !== '') {
    // Only the tag is signed: a signature has a time of its own, and the commit's hash is in the files.
    const options = ['--quiet', '--no-verify', '--no-gpg-sign']
    await git(clone, ['commit', ...options, '-m', `Release ${version}`], person(identity, time))
  }
  const commit = await git(clone, ['rev-parse', 'HEAD'])
  return { clone, version, commit, time, identity }
}

/**
 * Tags the release. The tag's message contains the checksums, so that its signature covers every file.
 * @param {ReleaseOptions} options
 * @param {import('./release-files.mjs').ReleaseCommit} release
 * @param {string} artifacts
 */
async function tagRelease(
  { project, isUnsigned },
  { clone, version, commit, identity },
  artifacts
) {
  /** @type {string[]} */
  const settings = []
  for (const name of signingSettings) {
    const value = await gitSetting(project, name)
    if (value) settings.push('-c', `${name}=${value}`)
  }
  const isSigned = !isUnsigned && settings.some(it => it.startsWith('user.signingkey='))
  const message = `Mille ${version}\n\n${readFileSync(join(artifacts, CHECKSUMS), 'utf8')}`
  // `--annotate` alone would sign under `tag.gpgSign`.
  const kind = isSigned ? ['--sign'] : ['--annotate', '--no-sign']
  const args = [...settings, 'tag', ...kind, '-m', message, `v${version}`, commit]
  await git(clone, args, person(identity))
}

/**
 * Brings the commit and the tag of the clone into the repository, unless someone has committed there in the meantime.
 * @param {string} project
 * @param {import('./release-files.mjs').ReleaseCommit} release
 */
async function takeOver(project, { clone, version, commit }) {
  await git(project, ['fetch', '--quiet', '--no-tags', clone, 'main'])
  await git(project, ['merge', '--quiet', '--ff-only', commit])
  const tag = `refs/tags/v${version}`
  await git(project, ['fetch', '--quiet', '--no-tags', clone, `${tag}:${tag}`])
}

/** @param {string} clone */
async function installAndBuild(clone) {
  await run(clone, 'npm', ['ci', '--prefer-offline', '--no-progress'])
  await run(clone, 'npm', ['run', 'build'])
}

/**
 * @param {string} clone
 * @param {string} program
 * @param {string[]} args
 */
async function run(clone, program, args) {
  // In a test, NODE_ENV is `test`, with which React would be built as its slow development version. A build in
  // production needs the packages of development nevertheless.
  const env = { ...process.env, NODE_ENV: 'production', npm_config_include: 'dev' }
  const { code, output } = await runCommand(program, args, { quiet: true, cwd: clone, env })
  if (code !== 0) throw new SetupError(`${output}\n${program} ${args.join(' ')} failed.`)
}

/**
 * Returns the variables by which git takes someone as author. Without a time it is the present.
 * @param {string} identity as `git var` prints it
 * @param {string} [time]
 */
function person(identity, time) {
  const [, name = '', email = ''] = /^(.*) <(.*)>/.exec(identity) ?? []
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    ...(time && { GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time })
  }
}
