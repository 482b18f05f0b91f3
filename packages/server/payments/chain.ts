import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import type { PaymentsConfig } from '../config/payments.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { ChainName } from './facts/chain-facts.ts'
import type { NodeState } from './facts/node-state.ts'
import type { Token, TokenKind } from './facts/tokens.ts'

/** What is known of a chain without its node, even if the chain is not or no longer connected. */
export type ChainKind = {
  /** Name in the books. */
  name: ChainName
  /** Name for people. */
  title: string
  tokens: readonly TokenKind[]
  /** The asset in which miners' fees are counted; null when they are paid in a coin that is not a currency here. */
  feeAsset: Asset | null
  /**
   * Whether the node remembers how many addresses it was told to watch, so that a restored database can ask it.
   * Otherwise a restore skips the addresses that may have been given out.
   */
  nodeKnowsAddresses: boolean
  /** How a payout carries an unrelated hash; null on chains without anchors. */
  anchoring: Anchoring | null
  /** Compares signed bytes with the books. What one payout shows about a token also applies to the later ones. */
  checkPayouts: () => (payout: CheckedPayout) => string | null
  /** Returns null when the operator has not configured the chain. */
  connect: (config: PaymentsConfig) => Chain | null
}

export type Anchoring = {
  script: (hash: Buffer) => Buffer
  /** Returns the hash in an anchor script; null for every other script. */
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
  /** Whether money can be sent to the address: checks its form and checksum. */
  isAddress: (text: string) => boolean
  /**
   * Whether the address is one of ours that credits no account, such as the paying account or change, not a deposit
   * address.
   */
  isOwnPlace: (tx: Tx, address: string) => Promise<boolean>
  /** Address of the account that pays out; null on chains without a single one. */
  payingAddress: () => string | null
  /** Returns a payment URI that wallets understand in a QR code. */
  paymentUri: (code: TokenCode, address: string) => string
  /** Polling interval of the chain, in milliseconds. */
  everyMs: number
  /** Whether payouts need not wait until all of the chain is read, because paying asks the node itself. */
  paysWhileReading: boolean
  /** Reads the chain and stores payments to our addresses; returns false when another process is reading. */
  watch: (context: Context) => Promise<boolean>
  /** Takes withdrawals one step further, with the signer that listens at the socket. */
  pay: (context: Context, socketPath: string) => Promise<void>
  /** Returns the height of the node's chain. */
  readHeight: () => Promise<number>
  /** Says whether the node can be used with this configuration, and what to do otherwise. */
  checkNode: (now: Date) => Promise<NodeState>
  readHoldings: (context: Context) => Promise<Holdings>
  evidence: () => Evidence
  /** Asks the node what a transaction anchors; null when the node does not know the transaction. */
  findAnchor: (transactionId: string) => Promise<FoundAnchor | null>
  /** Returns null unless the chain is a developer's own. */
  faucet: () => ChainFaucet | null
}

/** What a chain holds at our addresses, at one block. */
export type Holdings = {
  /** Amount in units of 1e-8 of the chain's asset. */
  amount: bigint
  /** Block at which the amount was read; null when it covers everything read so far. */
  height: number | null
  /** IDs of open payouts whose money has left by that block, including payouts that replace each other. */
  paid: readonly number[]
  /** Text that says where the money is, if it cannot all be paid out together, and what fees cost. */
  words: readonly string[]
}

/** Without a hash, the transaction anchors nothing; without a block hash, it waits for a block. */
export type FoundAnchor = { hash: Buffer | null; blockHash: string | null; confirmations: number }

export type ChainFaucet = {
  /** Pays an amount in units of 1e-8 of the token and returns the transaction's ID. */
  pay: (token: TokenCode, address: string, units: bigint) => Promise<string>
  mine: (blocks: number) => Promise<void>
}

/** Deposit that is credited, or too small to be credited. */
export type DecidedDeposit = {
  id: bigint
  transactionId: string
  output: number
  address: string
  tokenCode: string
  amount: bigint
  blockHash: string
}
/** Who pays: a sweep comes from a deposit address, all other payouts from the paying account or wallet. */
export type Sender =
  | { purpose: 'withdrawals' | 'gas' }
  | { purpose: 'sweep'; from: { address: string } }
export type PaidPayout = { id: number; transactionId: string } & Sender

/** Compares facts in the books with the node: null when the node agrees, or else what the node has instead. */
export type Evidence = {
  hashAt: (height: number) => Promise<string | null>
  ofDeposit: (deposit: DecidedDeposit) => Promise<string | null>
  ofPayout: (payout: PaidPayout) => Promise<string | null>
}

/** What a recipient gets, in units of 1e-8. */
export type CheckedPayment = {
  /** What the books call the payment. */
  what: string
  address: string
  amount: bigint
  token: string
  output?: number
}
/** Payout with its signed bytes and what these should do according to the books. */
export type CheckedPayout = { id: number; transactionId: string; raw: string; fee: bigint } & (
  | {
      purpose: 'withdrawals'
      changeAddress: string | null
      withdrawals: readonly CheckedPayment[]
      /** Payments without a withdrawal in the books, since the restored backup does not have it. */
      unknown: readonly CheckedPayment[]
      inputs: readonly { name: string; amount: bigint }[]
      /** The hash that the payout carries, in hexadecimal. */
      anchor: string | null
    }
  | { purpose: 'gas'; address: string; moved: bigint }
  | { purpose: 'sweep'; token: string; moved: bigint }
)
