import type { PaymentsConfig } from '../config/payments.ts'
import { reasonOf } from '../reason-of.ts'
import { chainsOf } from './chains.ts'
import { broken, type NodeState, patienceMs, working } from './facts/node-state.ts'
import { askSigner } from './signer/ask-signer.ts'
import type { SigningKind } from './signer/signing-chain.ts'
import { signingKinds } from './signing-kinds.ts'

/** Checks, for each connected chain, that the signer answers and has a key; nothing without a signer or a chain. */
export async function readSignerHealth(config: PaymentsConfig): Promise<NodeState[]> {
  const { signerSocket } = config
  if (signerSocket === null) return []
  const titles = new Set(chainsOf(config).map(it => it.title))
  const kinds = signingKinds.filter(it => titles.has(it.title))
  return Promise.all(kinds.map(it => askForKey(signerSocket, it)))
}

/** Asks the signer to sign an empty request, which it always refuses: the reason says whether it has a key. */
async function askForKey(
  socket: string,
  { name, title, methods }: SigningKind
): Promise<NodeState> {
  try {
    const answer = await askSigner(socket, { method: methods[0] ?? '' }, patienceMs)
    const code = answer.ok ? null : answer.code
    const said = answer.ok ? '' : answer.detail
    if (code === 'no_key')
      return broken(
        `The signer has no key for ${title}.`,
        `Set SIGNER_${name.toUpperCase()}_KEY_FILE of the signer to the private key that belongs to ${name.toUpperCase()}_XPUB, and restart it.`
      )
    if (code === 'wrong_version')
      return broken(
        `The signer is of another version: ${said}.`,
        'Restart the signer with this version first, and then the servers.'
      )
    if (code === 'file_broken')
      return broken(
        `The signer cannot use its record of what it has signed: ${said}.`,
        'Restore SIGNER_FILE from its backup. Do not delete it: it is what keeps a payment from being made twice.'
      )
    return working(`The signer answers and has a key for ${title}.`)
  } catch (error) {
    return broken(
      `The signer does not answer at ${socket}: ${reasonOf(error)}.`,
      'Start mille signer: systemctl start mille-signer.socket. The user of the server must be in SIGNER_GROUP. Without it, withdrawals wait.'
    )
  }
}
