import { BaseError, RpcRequestError, TransactionNotFoundError } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import { openPayouts, type Payout } from '../payouts/payout.ts'
import { markSent } from '../payouts/payout-store.ts'
import type { EthereumClient } from './client.ts'

/** Sends the stored bytes of signed payouts, the same bytes each time. */
export async function sendSigned(
  context: Context,
  client: EthereumClient,
  { name }: EthereumConfig
): Promise<void> {
  for (const payout of await openPayouts(context.db, name)) {
    if (payout.state !== 'signed') continue
    const refused = await refusalOf(client, payout)
    if (refused === null)
      await context.db.transaction().execute(tx => markSent(tx, payout, context.now()))
    else context.log.warn({ payout: payout.id, refused }, 'the node does not take a payout')
  }
}

/**
 * Sends a payout and gives the node's message if it refuses, null if it accepts or already has it. Throws when the node
 * does not answer.
 */
export async function refusalOf(client: EthereumClient, payout: Payout): Promise<string | null> {
  try {
    await client.sendRawTransaction({ serializedTransaction: payout.raw as `0x${string}` })
    return null
  } catch (error) {
    if (!hasAnswered(error)) throw error
    const hash = payout.transactionId as `0x${string}`
    const known = await client.getTransaction({ hash }).catch(unlessUnknown)
    return known ? null : (error as BaseError).shortMessage
  }
}

function hasAnswered(error: unknown): boolean {
  return error instanceof BaseError && error.walk(it => it instanceof RpcRequestError) !== null
}

function unlessUnknown(error: unknown): null {
  if (error instanceof TransactionNotFoundError) return null
  throw error
}
