// @ts-check
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runCommand } from './command.mjs'
import { withLock } from './lock.mjs'
import { cacheFile } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/** Everything that Debian's bitcoind is linked against, by trixie's names. */
const PACKAGES = [
  'bitcoin-knots/trixie-backports',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'libevent-core-2.1-7t64',
  'libevent-extra-2.1-7t64',
  'libevent-pthreads-2.1-7t64',
  'libsqlite3-0',
  'libzmq5',
  'libsodium23',
  'libpgm-5.3-0t64',
  'libnorm1t64',
  'libgssapi-krb5-2',
  'libkrb5-3',
  'libk5crypto3',
  'libcom-err2',
  'libkrb5support0',
  'libkeyutils1',
  'libbsd0',
  'libmd0',
  'libssl3t64',
  'libxml2'
]

/**
 * A real bitcoind: the one that BITCOIND_PATH names, one that is installed, or Debian's, unpacked with its libraries
 * into the cache. Nothing is installed on the system.
 * @returns {Promise<string>} the program's path
 */
export async function ensureBitcoind() {
  const named = process.env.BITCOIND_PATH
  if (named) {
    if (await answers(named)) return named
    throw new SetupError(`BITCOIND_PATH is ${named}, where no bitcoind is.`)
  }
  if (await answers('bitcoind')) return 'bitcoind'
  const folder = cacheFile('bitcoind')
  const program = join(folder, 'bitcoind')
  if (await answers(program)) return program
  await withLock('bitcoind-install', async () => {
    if (!(await answers(program))) await unpack(folder)
  })
  if (await answers(program)) return program
  throw new SetupError(
    'The bitcoind that was unpacked does not run: install one, or set BITCOIND_PATH.'
  )
}

/** @param {string} program */
async function answers(program) {
  if (program.includes('/') && !existsSync(program)) return false
  const { code, output } = await runCommand(program, ['--version'], { quiet: true })
  return code === 0 && output.includes('Bitcoin')
}

/** @param {string} folder */
async function unpack(folder) {
  process.stderr.write('Fetching a bitcoind from Debian…\n')
  rmSync(folder, { recursive: true, force: true })
  const apt = join(folder, 'apt')
  const debs = join(apt, 'debs')
  const system = join(folder, 'root')
  for (const path of [
    join(apt, 'lists/partial'),
    join(apt, 'cache/archives/partial'),
    debs,
    system
  ])
    mkdirSync(path, { recursive: true })
  const mirror = await findMirror()
  const sources = join(apt, 'sources.list')
  writeFileSync(sources, `deb ${mirror} trixie main\ndeb ${mirror} trixie-backports main\n`)
  writeFileSync(join(apt, 'status'), '')
  // An apt of its own: the system's lists, packages and settings stay as they are.
  const settings = [
    `Dir::Etc::SourceList=${sources}`,
    'Dir::Etc::SourceParts=-',
    `Dir::State::Lists=${join(apt, 'lists')}`,
    `Dir::State::status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Architecture=amd64',
    'APT::Architectures=amd64',
    'APT::Sandbox::User=root',
    'Acquire::Retries=3'
  ].flatMap(it => ['-o', it])
  await run('apt-get', ['-qq', ...settings, 'update'])
  await run('sh', [
    '-c',
    'cd "$0" && exec apt-get -qq "$@"',
    debs,
    ...settings,
    'download',
    ...PACKAGES
  ])
  for (const deb of readdirSync(debs)) await run('dpkg-deb', ['-x', join(debs, deb), system])
  rmSync(apt, { recursive: true })
  writeLauncher(folder, system)
}

/**
 * It runs through its own loader and libraries, which are newer than the system's.
 * @param {string} folder
 * @param {string} system
 */
function writeLauncher(folder, system) {
  const libraries = join(system, 'usr/lib/x86_64-linux-gnu')
  const loader = join(libraries, 'ld-linux-x86-64.so.2')
  const program = join(system, 'usr/bin/bitcoind')
  const launcher = join(folder, 'bitcoind')
  mkdirSync(dirname(launcher), { recursive: true })
  writeFileSync(
    launcher,
    `#!/bin/sh\nexec "${loader}" --library-path "${libraries}" "${program}" "$@"\n`
  )
  chmodSync(launcher, 0o755)
}

/** The mirror that this machine uses already, whatever it is. */
async function findMirror() {
  const { code, stdout } = await runCommand('apt-get', ['indextargets', '--format', '$(SITE)'], {
    quiet: true
  })
  const mirror = stdout
    .split('\n')
    .filter(line => line !== '' && !line.includes('security'))
    .sort()[0]
  if (code !== 0 || !mirror) {
    throw new SetupError(
      'The tests need a bitcoind. It can be fetched on a Debian; elsewhere install Bitcoin Core or Knots, or set BITCOIND_PATH.'
    )
  }
  return mirror.replace(/\/$/, '')
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function run(program, args) {
  const { code, output } = await runCommand(program, args, { quiet: true })
  if (code !== 0)
    throw new SetupError(`${output}\nThe bitcoind could not be fetched: ${program} failed.`)
}
