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

/** What a request comes to, before anything of it is let out. */
export type SigningPlan = {
  ok: true
  /** Of what the payments are. */
  asset: Asset
  payments: readonly PaymentToApprove[]
  /** What all transactions that take each other's place have in common. */
  spends: readonly string[]
  /** What is counted against the limits; null for what goes from one address of ours to another. */
  wishes: readonly SigningWish[] | null
  sign: () => SignedTransaction | Promise<SignedTransaction>
}

/** A chain that the signer has a key for. */
export type SigningChain = {
  title: string
  /** Its own files are sealed with what follows from the first of the keys. */
  key: HDKey
  /** The chain with its network, as an operator's passkey signs it. */
  network: string
  methods: readonly string[]
  /** Null when the request is for another chain of the same kind; throws when it cannot be understood. */
  plan: (request: unknown, limits: SignerLimits) => SigningPlan | Refused | null
}

/** What the signer can have a key for. */
export type SigningKind = Pick<SigningChain, 'title' | 'methods'> & {
  /** In the names of variables and files. */
  name: string
  connect: (key: HDKey, values: SignerValues) => SigningChain
}
