import { pbkdf2Sync } from 'node:crypto'
import type { Api } from '@mille/api/client.ts'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib'

/** Changes to the challenge after it was signed. */
export type Changes = Record<string, unknown>

/**
 * Derives keys synchronously: a turn of the event loop for each of a thousand keys would take minutes while the loop is
 * busy.
 */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256')
})

/** Makes the proof of work that a browser would make. */
export async function solveProof(
  api: Api,
  purpose: CaptchaPurpose,
  changes: Changes = {}
): Promise<string> {
  const asked = await api.captcha.readChallenge({ purpose })
  if (!asked.ok) throw new Error(asked.code)
  const { challenge } = asked.value.data.attributes
  const solved = await solveChallenge({ challenge, deriveKey })
  if (!solved) throw new Error('there is a solution')
  const parameters = { ...challenge.parameters, data: { ...challenge.parameters.data, ...changes } }
  const solution = { counter: solved.counter, derivedKey: solved.derivedKey }
  const proof = { challenge: { ...challenge, parameters }, solution }
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}
