// @ts-check
import { runCommand } from './command.mjs'
import { ensureProgram, unpackDebian } from './debian.mjs'

/** Minimum version of nats-server. Older ones lose streams when they are killed, or lack batched direct reads. */
const NEEDED = [2, 12]

/**
 * Returns a real nats-server that is new enough; Debian's comes from its next release. It needs only the system's
 * libraries.
 * @returns {Promise<string>} the program's path
 */
export function ensureNatsServer() {
  return ensureProgram({
    name: 'nats-server',
    variable: 'NATS_SERVER_PATH',
    wanted: `nats-server ${NEEDED.join('.')} or later`,
    path: 'root/usr/sbin/nats-server',
    isGood: isNewEnough,
    unpack: async folder => {
      await unpackDebian(folder, {
        suites: ['forky'],
        packages: ['nats-server'],
        hint: 'The tests need a nats-server. It can be fetched on a Debian; elsewhere install one, or set NATS_SERVER_PATH.'
      })
    }
  })
}

/** @param {string} program */
async function isNewEnough(program) {
  const { code, output } = await runCommand(program, ['--version'], { quiet: true })
  const [, major = 0, minor = 0] = /v(\d+)\.(\d+)\./.exec(output) ?? []
  const [neededMajor = 0, neededMinor = 0] = NEEDED
  return (
    code === 0 &&
    (Number(major) > neededMajor || (Number(major) === neededMajor && Number(minor) >= neededMinor))
  )
}
