import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { ChainName } from './facts/chain-facts.ts'
import type { Token, TokenKind } from './facts/tokens.ts'

/** What is known of a chain without a node, even if the chain is not connected or no longer connected. */
export type ChainKind = {
  /** As the books write it. */
  name: ChainName
  /** As people read it. */
  title: string
  tokens: readonly TokenKind[]
  /** The asset in which miners' fees are counted; null when they are paid in a coin that is not a currency here. */
  feeAsset: Asset | null
  /**
   * The node remembers how many addresses it was told to watch, so a restored database can ask it. Where it does not, a
   * restore passes over the addresses that may have been given out.
   */
  nodeKnowsAddresses: boolean
  /** How a payout carries the hash of something that has nothing to do with it; null where none does. */
  anchoring: Anchoring | null
  /** Compares signed bytes with the books; what one payout shows about a token counts for those after it. */
  checkPayouts: () => (payout: CheckedPayout) => string | null
  /** Null when the operator has not configured it. */
  connect: (config: PaymentsConfig) => Chain | null
}

export type Anchoring = {
  script: (hash: Buffer) => Buffer
  /** Null for every other script. */
  hashIn: (script: Buffer) => Buffer | null
}

/** A chain whose node is configured. */
export type Chain = Omit<ChainKind, 'connect' | 'tokens'> & {
  /** The chain with its network, as an operator's passkey signs it. */
  network: string
  /** The asset of all its tokens. */
  asset: Asset
  tokens: readonly Token[]
  confirmations: number
  addressAt: (index: number) => string
  /** Whether money can be sent there: form and checksum. */
  isAddress: (text: string) => boolean
  /**
   * Whether the address, although not a deposit address, is one of ours that credits no account, such as the paying
   * account or change.
   */
  isOwnPlace: (tx: Tx, address: string) => Promise<boolean>
  /** The account that pays out, where there is a single one. */
  payingAddress: () => string | null
  /** What a wallet's QR reader understands. */
  paymentUri: (code: TokenCode, address: string) => string
  /** How often it is looked at. */
  everyMs: number
  /** Paying looks at the node for itself and need not wait until all of the chain is read. */
  paysWhileReading: boolean
  /** Reads the chain and writes down what came to our addresses; false when another process does. */
  watch: (context: Context) => Promise<boolean>
  /** Takes withdrawals one step further; the signer listens at that socket. */
  pay: (context: Context, socketPath: string) => Promise<void>
  /** The end of the node's chain. */
  readHeight: () => Promise<number>
  readHoldings: (context: Context) => Promise<Holdings>
  evidence: () => Evidence
  /** What a transaction anchors, by the node; null when the node does not know it. */
  findAnchor: (transactionId: string) => Promise<FoundAnchor | null>
  /** Null unless it is a chain of a developer's own. */
  faucet: () => ChainFaucet | null
}

/** What a chain has at addresses of ours, at one block. */
export type Holdings = {
  /** Units of 1e-8 of the chain's asset. */
  amount: bigint
  /** The block of which this is true; null when it is true of all that was read. */
  height: number | null
  /** Open payouts whose money has left by then, with those that take each other's place. */
  paid: readonly number[]
  /** Where the money is, when not all of it can be paid out together, and what fees cost. */
  words: readonly string[]
}

/** No hash: it anchors nothing. No block: it waits for one. */
export type FoundAnchor = { hash: Buffer | null; blockHash: string | null; confirmations: number }

export type ChainFaucet = {
  /** Gives the transaction's id; units of 1e-8 of the token. */
  pay: (token: TokenCode, address: string, units: bigint) => Promise<string>
  mine: (blocks: number) => Promise<void>
}

/** One that is credited, or too small to be. */
export type DecidedDeposit = {
  id: bigint
  transactionId: string
  output: number
  address: string
  tokenCode: string
  amount: bigint
  blockHash: string
}
/** Who a payout's money comes from: a sweep moves it from a deposit address, all others from what pays out. */
export type Sender =
  | { purpose: 'withdrawals' | 'gas' }
  | { purpose: 'sweep'; from: { address: string } }
export type PaidPayout = { id: number; transactionId: string } & Sender

/** What a node says of the books' facts: null when it has the same, else what it has in their place. */
export type Evidence = {
  hashAt: (height: number) => Promise<string | null>
  ofDeposit: (deposit: DecidedDeposit) => Promise<string | null>
  ofPayout: (payout: PaidPayout) => Promise<string | null>
}

/** What a recipient gets, in units of 1e-8. */
export type CheckedPayment = {
  /** What the books call it. */
  what: string
  address: string
  amount: bigint
  token: string
  output?: number
}
/** A payout with its signed bytes and what the books say that they do. */
export type CheckedPayout = { id: number; transactionId: string; raw: string; fee: bigint } & (
  | {
      purpose: 'withdrawals'
      changeAddress: string | null
      withdrawals: readonly CheckedPayment[]
      /** Payments of withdrawals that a restored backup does not have. */
      unknown: readonly CheckedPayment[]
      inputs: readonly { name: string; amount: bigint }[]
      /** The hash that it carries, in hexadecimal. */
      anchor: string | null
    }
  | { purpose: 'gas'; address: string; moved: bigint }
  | { purpose: 'sweep'; token: string; moved: bigint }
)
