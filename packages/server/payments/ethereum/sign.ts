import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { decodeFunctionData, erc20Abi, parseTransaction } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Payout } from '../payouts/payout.ts'
import type { DueWithdrawal } from '../payouts/payout-store.ts'
import { namedPayment, signWithdrawals } from '../payouts/sign-due.ts'
import { askSigner } from '../signer/ask-signer.ts'
import type { SignerAnswer } from '../signer/protocol.ts'
import { type EthereumClient, fromUnits, readDecimals } from './client.ts'
import { contractOf } from './contracts.ts'
import type { EthereumRequest } from './signer-request.ts'

/** What is needed to have a transaction signed: the node, the configuration and the signer's socket. */
export type Signer = { client: EthereumClient; config: EthereumConfig; socketPath: string }
/** Nonce, and the maximum fee in wei per unit of gas. */
export type Terms = { nonce: number; fee: bigint }

/** Gas limit of a token transfer, more than any of the tokens needs. Unused gas is not paid. */
export const transferGas = 120_000n
/** Gas that a payment in the coin itself takes. */
export const coinGas = 21_000n

export function signWithdrawal(signer: Signer, due: DueWithdrawal, terms: Terms) {
  return decimalsOf(signer, due.tokenCode).then(decimals =>
    signWithdrawals(signer.socketPath, {
      method: 'sign_ethereum',
      ...commonOf(signer, terms),
      ...namedPayment(due),
      tokenCode: due.tokenCode,
      amount: fromUnits(due.net, decimals),
      gas: transferGas
    } satisfies EthereumRequest)
  )
}

/** Signs a payment of coin from the paying account to a deposit address, for the gas of a sweep. */
export function signGas(
  signer: Signer,
  { index, amount, ...terms }: Terms & { index: number; amount: bigint }
): Promise<SignerAnswer> {
  return askSigner(signer.socketPath, {
    method: 'sign_gas',
    ...commonOf(signer, terms),
    index,
    amount,
    gas: coinGas
  } satisfies EthereumRequest)
}

export type Sweep = { index: number; tokenCode: TokenCode; amount: bigint; gas: bigint }

/** Signs a transfer of tokens, in their own smallest units, from a deposit address to the paying account. */
export function signSweep(signer: Signer, sweep: Sweep, terms: Terms): Promise<SignerAnswer> {
  return askSigner(signer.socketPath, {
    method: 'sign_sweep',
    ...commonOf(signer, terms),
    ...sweep
  } satisfies EthereumRequest)
}

/** Reads the token amount, in the token's smallest units, and the gas limit of a signed transfer. */
export function readTransfer({ raw }: Payout): { amount: bigint; gas: bigint } {
  const { data = '0x', gas = 0n } = parseTransaction(raw as `0x02${string}`)
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  return { amount: BigInt(args?.[1] ?? 0n), gas }
}

export async function readFee({ client }: Signer): Promise<bigint> {
  return (await client.estimateFeesPerGas()).maxFeePerGas
}

export function decimalsOf({ client, config }: Signer, tokenCode: string): Promise<number> {
  return readDecimals(client, contractOf(config, tokenCode))
}

function commonOf({ config }: Signer, { nonce, fee }: Terms) {
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee / 10n }
  return { chainId: config.chainId, nonce, ...fees }
}
