// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { unpackDebian, writeLauncher } from './debian.mjs'
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
  const system = await unpackDebian(folder, {
    suites: ['trixie', 'trixie-backports'],
    packages: PACKAGES,
    hint: 'The tests need a bitcoind. It can be fetched on a Debian; elsewhere install Bitcoin Core or Knots, or set BITCOIND_PATH.'
  })
  writeLauncher(join(folder, 'bitcoind'), system, 'usr/bin/bitcoind')
}
