// @ts-check
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { ensureProgram, unpackDebian, writeLauncher } from './debian.mjs'

/** Debian packages that HAProxy is linked against, by their names in trixie. */
const HAPROXY_PACKAGES = [
  'haproxy',
  'libc6',
  'libcrypt1',
  'libgcc-s1',
  'libjemalloc2',
  'liblua5.4-0',
  'libopentracing-c-wrapper0t64',
  'libopentracing1',
  'libpcre2-8-0',
  'libssl3t64',
  'libstdc++6',
  'libzstd1',
  'zlib1g'
]

/**
 * Returns a real HAProxy; Debian's is unpacked with its libraries.
 * @returns {Promise<string>} the program's path
 */
export function ensureHaproxy() {
  return ensureProgram({
    name: 'haproxy',
    variable: 'HAPROXY_PATH',
    wanted: 'haproxy',
    path: 'haproxy',
    isGood: answersTo('-v'),
    unpack: async folder => {
      const system = await unpackDebian(folder, {
        suites: ['trixie'],
        packages: HAPROXY_PACKAGES,
        hint: 'The tests need HAProxy. It can be fetched on a Debian; elsewhere install it, or set HAPROXY_PATH.'
      })
      writeLauncher(join(folder, 'haproxy'), system, 'usr/sbin/haproxy')
    }
  })
}

/**
 * Returns a real Caddy; Debian's needs no libraries.
 * @returns {Promise<string>} the program's path
 */
export function ensureCaddy() {
  return ensureProgram({
    name: 'caddy',
    variable: 'CADDY_PATH',
    wanted: 'caddy',
    path: 'root/usr/bin/caddy',
    isGood: answersTo('version'),
    unpack: async folder => {
      await unpackDebian(folder, {
        suites: ['trixie'],
        packages: ['caddy'],
        hint: 'The tests need Caddy. It can be fetched on a Debian; elsewhere install it, or set CADDY_PATH.'
      })
    }
  })
}

/** @param {string} argument */
const answersTo = argument => async (/** @type {string} */ program) =>
  (await runCommand(program, [argument], { quiet: true })).code === 0
