import { bitcoinSigning } from './bitcoin/signing.ts'
import { ethereumSigning } from './ethereum/signing.ts'
import type { SigningKind } from './signer/signing-chain.ts'

/** What the signer can sign, a line for each kind of chain. */
export const signingKinds: readonly SigningKind[] = [bitcoinSigning, ethereumSigning]
