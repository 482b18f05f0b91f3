// @ts-check
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { ensureProgram, unpackDebian, writeLauncher } from './debian.mjs'

/** Debian packages that bitcoind is linked against, by their names in trixie. */
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
 * Returns a real bitcoind; Debian's is unpacked with its libraries. Nothing is installed on the system.
 * @returns {Promise<string>} the program's path
 */
export function ensureBitcoind() {
  return ensureProgram({
    name: 'bitcoind',
    variable: 'BITCOIND_PATH',
    wanted: 'bitcoind',
    path: 'bitcoind',
    isGood: answers,
    unpack
  })
}

/** @param {string} program */
async function answers(program) {
  const { code, output } = await runCommand(program, ['--version'], { quiet: true })
  return code === 0 && output.includes('Bitcoin')
}

/** @param {string} folder */
async function unpack(folder) {
  const system = await unpackDebian(folder, {
    suites: ['trixie', 'trixie-backports'],
    packages: PACKAGES,
    hint: 'The tests need a bitcoind. It can be fetched on a Debian; elsewhere install Bitcoin Core or Knots, or set BITCOIND_PATH.'
  })
  writeLauncher(join(folder, 'bitcoind'), system, 'usr/bin/bitcoind')
}
