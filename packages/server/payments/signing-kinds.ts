import { bitcoinSigning } from './bitcoin/signing.ts'
import { ethereumSigning } from './ethereum/signing.ts'
import type { SigningKind } from './signer/signing-chain.ts'

/** The kinds of chains that the signer can sign for, one line each. */
export const signingKinds: readonly SigningKind[] = [bitcoinSigning, ethereumSigning]
