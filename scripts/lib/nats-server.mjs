// @ts-check
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { unpackDebian } from './debian.mjs'
import { withLock } from './lock.mjs'
import { cacheFile } from './paths.mjs'
import { SetupError } from './setup-error.mjs'

/** Older ones lose streams when they are killed, or have no batches of direct reads. */
const NEEDED = [2, 12]

/**
 * A real nats-server: the one that NATS_SERVER_PATH names, one that is installed and new enough, or the one of Debian's
 * next release, unpacked into the cache. It needs no libraries but the system's.
 * @returns {Promise<string>} the program's path
 */
export async function ensureNatsServer() {
  const named = process.env.NATS_SERVER_PATH
  if (named) {
    if (await isNewEnough(named)) return named
    throw new SetupError(
      `NATS_SERVER_PATH is ${named}, where no nats-server ${NEEDED.join('.')} or later is.`
    )
  }
  if (await isNewEnough('nats-server')) return 'nats-server'
  const folder = cacheFile('nats-server')
  const program = join(folder, 'root/usr/sbin/nats-server')
  if (await isNewEnough(program)) return program
  await withLock('nats-server-install', async () => {
    if (await isNewEnough(program)) return
    process.stderr.write('Fetching a nats-server from Debian…\n')
    await unpackDebian(folder, {
      suites: ['forky'],
      packages: ['nats-server'],
      hint: 'The tests need a nats-server. It can be fetched on a Debian; elsewhere install one, or set NATS_SERVER_PATH.'
    })
  })
  if (await isNewEnough(program)) return program
  throw new SetupError(
    'The nats-server that was unpacked does not run: install one, or set NATS_SERVER_PATH.'
  )
}

/** @param {string} program */
async function isNewEnough(program) {
  if (program.includes('/') && !existsSync(program)) return false
  const { code, output } = await runCommand(program, ['--version'], { quiet: true })
  const [, major = 0, minor = 0] = /v(\d+)\.(\d+)\./.exec(output) ?? []
  const [neededMajor = 0, neededMinor = 0] = NEEDED
  return (
    code === 0 &&
    (Number(major) > neededMajor || (Number(major) === neededMajor && Number(minor) >= neededMinor))
  )
}
