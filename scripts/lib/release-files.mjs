// @ts-check
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newestVersion } from './changelog.mjs'
import { runCommand } from './command.mjs'
import { git } from './git.mjs'
import { productionOnly, readLocked } from './sbom.mjs'
import { SetupError } from './setup-error.mjs'

/**
 * @typedef {object} ReleaseCommit
 * @property {string} clone folder of the clone that the release is made in
 * @property {string} version
 * @property {string} commit commit of the release
 * @property {string} time when the commit before it was made, in ISO 8601
 * @property {string} identity who makes the release: a name and an email address
 */

/** @typedef {{ name: string, bytes: number, sha256: string }} Artifact */

export const CHECKSUMS = 'SHA256SUMS'

const note =
  'Written on the machine of the person who made this release, by the same program that made the files. It says what that ' +
  'person states to have built them from; it is not signed itself, and no build service vouches for it. The signed tag of ' +
  'the release contains the checksum of this file.'

/**
 * Writes all files of a release except the packages: the notes, the sources, the bill of materials, the provenance and
 * the checksums. The same commit gives the same bytes, because no file contains when or where it was written.
 * @param {ReleaseCommit} release
 * @param {string} folder with the packages
 */
export async function writeReleaseFiles(release, folder) {
  const { clone, version } = release
  const { notes } = newestVersion(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'))
  writeFileSync(join(folder, 'RELEASE-NOTES.md'), notes)
  await writeSources(release, folder)
  writeJson(join(folder, `mille-${version}.cdx.json`), await readBill(release))
  writeJson(join(folder, `mille-${version}.provenance.json`), await state(release, folder))
  const lines = readArtifacts(folder).map(({ name, sha256 }) => `${sha256}  ${name}\n`)
  writeFileSync(join(folder, CHECKSUMS), lines.join(''))
}

/**
 * Returns the files of a folder in alphabetical order, with their sizes and digests.
 * @param {string} folder
 * @returns {Artifact[]}
 */
export function readArtifacts(folder) {
  return readdirSync(folder)
    .sort()
    .map(name => {
      const bytes = readFileSync(join(folder, name))
      return { name, bytes: bytes.length, sha256: sha256(bytes) }
    })
}

/**
 * @param {ReleaseCommit} release
 * @param {string} folder
 */
async function writeSources({ clone, version, commit }, folder) {
  const tar = join(clone, '..', 'sources.tar')
  // These settings of a user would change the bytes.
  const settings = ['-c', 'tar.umask=0022', '-c', 'core.autocrlf=false']
  const options = ['--format=tar', `--prefix=mille-${version}/`, '-o', tar]
  await git(clone, [...settings, 'archive', ...options, commit])
  // Node compresses it, because git uses another program for that, or not, depending on its version.
  writeFileSync(join(folder, `mille-${version}.tar.gz`), gzipSync(readFileSync(tar), { level: 9 }))
}

/**
 * Reads what runs in production from the lock file. npm gives each bill a random number and the present time; here they
 * follow from its content and the commit.
 * @param {ReleaseCommit} release
 */
async function readBill({ clone, time }) {
  const bill = productionOnly(await readLocked(clone))
  bill.metadata.timestamp = new Date(time).toISOString()
  const { serialNumber, ...content } = bill
  const hex = sha256(JSON.stringify(content))
  // A UUID of version 8, whose bits its maker defines (RFC 9562).
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  return { ...bill, serialNumber: `urn:uuid:${id}` }
}

/**
 * Returns an in-toto statement with SLSA provenance 1.0 about the files of the folder.
 * @param {ReleaseCommit} release
 * @param {string} folder
 */
async function state({ clone, version, commit }, folder) {
  const { repository } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
  const lock = readFileSync(join(clone, 'package-lock.json'))
  const { date } = newestVersion(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'))
  const tag = `v${version}`
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: readArtifacts(folder).map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${repository}/blob/${tag}/docs/releasing.md`,
        externalParameters: { version, tag, date },
        internalParameters: { note },
        resolvedDependencies: [
          { uri: `git+${repository}.git@refs/tags/${tag}`, digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: sha256(lock) } }
        ]
      },
      runDetails: {
        builder: {
          id: `${repository}/blob/${tag}/scripts/release.mjs`,
          version: {
            node: process.versions.node,
            npm: await versionOfNpm(),
            git: (await git(clone, ['--version'])).replace('git version ', ''),
            platform: `${process.platform}-${process.arch}`
          }
        }
      }
    }
  }
}

async function versionOfNpm() {
  const { code, stdout, output } = await runCommand('npm', ['--version'], { quiet: true })
  if (code !== 0) throw new SetupError(`npm does not say its version:\n${output}`)
  return stdout.trim()
}

/** @param {string | Uint8Array} content */
function sha256(content) {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
