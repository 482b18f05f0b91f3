import type { Asset } from '@mille/money/amount.ts'
import type { HDKey } from '@scure/bip32'
import type { SignerValues } from '../../config/signer.ts'
import type { SignerLimits, SigningWish } from './limits.ts'
import type { PasskeyAnswer, SignedTransaction } from './protocol.ts'
import type { Leaving } from './signed-records.ts'

export type Refused = { ok: false; code: string; detail: string }
export type PaymentToApprove = Omit<Leaving['payments'][number], 'isApproved'> & {
  approval: PasskeyAnswer | null
}

/** What a request would do, before anything is signed. */
export type SigningPlan = {
  ok: true
  /** Asset of the payments. */
  asset: Asset
  payments: readonly PaymentToApprove[]
  /** Inputs or nonce that transactions share when they replace each other. */
  spends: readonly string[]
  /** Amounts that count against the limits; null for transfers between our own addresses. */
  wishes: readonly SigningWish[] | null
  sign: () => SignedTransaction | Promise<SignedTransaction>
}

/** A chain that the signer has a key for. */
export type SigningChain = {
  title: string
  /** Key of the chain; the signer's own files are sealed with a key derived from the first chain's key. */
  key: HDKey
  /** The chain with its network, as an operator's passkey signs it. */
  network: string
  methods: readonly string[]
  /** Plans a request; null when it is for another chain of the same kind. Throws when the request is malformed. */
  plan: (request: unknown, limits: SignerLimits) => SigningPlan | Refused | null
}

/** Kind of chain that the signer can have a key for. */
export type SigningKind = Pick<SigningChain, 'title' | 'methods'> & {
  /** Name in variables and files. */
  name: string
  connect: (key: HDKey, values: SignerValues) => SigningChain
}
