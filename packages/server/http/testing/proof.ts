import type { Api } from '@mille/api/client.ts'
import type { CaptchaPurpose } from '@mille/api/constants.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** What is changed in the challenge after it was signed. */
export type Changes = Record<string, unknown>

/** The proof of work that a browser would make. */
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
