import type { TokenCode } from '@mille/api/payments/endpoints.ts'
import { sql } from 'kysely'
import { BaseError, ContractFunctionRevertedError, erc20Abi, getAddress } from 'viem'
import type { EthereumConfig } from '../../config/payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import type { Payout, StepPayout } from '../payouts/payout.ts'
import { lockPayouts, markSwept, settleDepth, storePayout } from '../payouts/payout-store.ts'
import type { SignerAnswer } from '../signer/protocol.ts'
import { readTokenBalance, toUnits } from './client.ts'
import { contractOf, contractsOf } from './contracts.ts'
import { payingAddress } from './keys.ts'
import { hasCoin, nextNonce } from './numbers.ts'
import {
  coinGas,
  decimalsOf,
  readFee,
  readTransfer,
  type Signer,
  signGas,
  signSweep,
  type Terms
} from './sign.ts'

type Unswept = {
  addressId: number
  address: string
  index: number
  tokenCode: TokenCode
  /** Received tokens that were not swept yet, in units of 1e-8. */
  amount: bigint
}

/** Number of addresses per round, chosen at random so that an address that cannot be swept blocks no other. */
const atOnce = 20
/** Multiple of the current fee for which coin is sent, since the fee may rise. */
const headroom = 2n
/** Extra gas for a transfer to a paying account that has none of the token. */
const emptyAccountGas = 20_000n

/**
 * Moves tokens from deposit addresses to the paying account when there are enough and gas is cheap enough: first coin
 * for the gas, then the tokens. Only tokens as deep in the chain as a settled payout are moved, so that no
 * reorganization takes them back.
 *
 * Each step follows from the chain and from stored payouts, so it may be interrupted anywhere.
 */
export async function sweepTokens(context: Context, signer: Signer): Promise<void> {
  const { minimum, maxFee } = context.config.payments.sweeps
  if (minimum === null) return
  const tip = Number(await signer.client.getBlockNumber({ cacheTime: 0 }))
  const upTo = tip - (signer.config.confirmations + settleDepth) + 1
  if (upTo < 0) return
  const found = await readUnswept(context, signer.config, upTo, minimum)
  if (found.length === 0 || (await readFee(signer)) > maxFee) return
  for (const it of found) {
    await context.db.transaction().execute(async tx => {
      if ((await lockPayouts(tx, signer.config.name)) && !(await isBusy(tx, it.addressId)))
        await sweepOne(context, tx, signer, it, upTo, minimum)
    })
  }
}

async function readUnswept(
  { db }: Context,
  config: EthereumConfig,
  upTo: number,
  minimum: bigint
): Promise<Unswept[]> {
  const codes = contractsOf(config).map(([code]) => code)
  const { rows } = await sql<Unswept>`
    select known.id as "addressId", known.address, address_index as index, deposits.token_code as "tokenCode",
      sum(amount) as amount
    from deposits join deposit_addresses known on known.id = address_id
    where deposits.chain = ${config.name} and not is_swept and deposits.token_code = any(${codes}::text[])
      and block_height <= ${upTo}
      and not exists (select from payouts where payouts.address_id = known.id and state in ('signed', 'sent'))
    group by known.id, deposits.token_code having sum(amount) >= ${minimum}
    order by random() limit ${atOnce}`.execute(db)
  return rows
}

/** Whether a step for the address is still open, since each address has one step at a time. */
async function isBusy(tx: Tx, addressId: number, purposes = ['gas', 'sweep']): Promise<boolean> {
  const open = await tx
    .selectFrom('payouts')
    .select('id')
    .where('address_id', '=', addressId)
    .where('purpose', 'in', purposes)
    .where('state', 'in', ['signed', 'sent'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

async function sweepOne(
  context: Context,
  tx: Tx,
  signer: Signer,
  it: Unswept,
  upTo: number,
  minimum: bigint
): Promise<void> {
  const { addressId, index, tokenCode } = it
  const amount = await readMovable(signer, it, upTo)
  const moved = toUnits(amount, await decimalsOf(signer, tokenCode))
  if (moved < minimum || moved === 0n) {
    context.log.warn({ address: addressId }, 'the tokens at a deposit address are no longer there')
    await markSwept(tx, { from: { addressId }, tokenCode, upTo })
    return
  }
  const gas = await estimateGas(signer, it, amount)
  if (gas === null) {
    context.log.warn({ address: addressId }, 'the token refuses to be moved to the paying account')
    return
  }
  const fee = await readFee(signer)
  const coin = await signer.client.getBalance({ address: getAddress(it.address) })
  if (coin < gas * fee) {
    await sendGas(context, tx, signer, {
      addressId,
      index,
      amount: gas * fee * headroom - coin,
      fee
    })
    return
  }
  const nonce = await nextNonce(tx, signer, it)
  const signed = await signSweep(signer, { index, tokenCode, amount, gas }, { nonce, fee })
  if (!signed.ok) {
    context.log.error({ address: addressId, detail: signed.detail }, 'the signer refuses a sweep')
    return
  }
  await storePayout(
    tx,
    { chain: signer.config.name, ...signed, fee, inputs: [], nonce, at: context.now() },
    { purpose: 'sweep', from: { addressId }, tokenCode, moved, upTo }
  )
}

/** Returns the tokens, in their own smallest units, that were at the address at block `upTo` and still are. */
async function readMovable(
  { client, config }: Signer,
  { address, tokenCode }: Unswept,
  upTo: number
): Promise<bigint> {
  const contract = contractOf(config, tokenCode)
  const before = await readTokenBalance(client, contract, address, BigInt(upTo))
  const now = await readTokenBalance(client, contract, address)
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no bigint
  return before < now ? before : now
}

/** Estimates the gas of a sweep, with a margin above the node's estimate; null when the token would refuse. */
async function estimateGas(
  { client, config }: Signer,
  { address, tokenCode }: Unswept,
  amount: bigint
): Promise<bigint | null> {
  try {
    const estimated = await client.estimateContractGas({
      address: getAddress(contractOf(config, tokenCode)),
      abi: erc20Abi,
      functionName: 'transfer',
      args: [payingAddress(config), amount],
      account: getAddress(address)
    })
    return (estimated * 6n) / 5n + emptyAccountGas
  } catch (error) {
    const isRefusal =
      error instanceof BaseError &&
      error.walk(it => it instanceof ContractFunctionRevertedError) !== null
    if (isRefusal) return null
    throw error
  }
}

async function sendGas(
  context: Context,
  tx: Tx,
  signer: Signer,
  {
    addressId,
    index,
    amount,
    fee
  }: { addressId: number; index: number; amount: bigint; fee: bigint }
): Promise<void> {
  if (!(await hasCoin(tx, signer, amount + coinGas * fee))) {
    context.log.error({ address: addressId }, 'the paying account has too little coin for a sweep')
    return
  }
  const nonce = await nextNonce(tx, signer, null)
  const signed = await signGas(signer, { index, amount, nonce, fee })
  if (!signed.ok) {
    context.log.error({ address: addressId, detail: signed.detail }, 'the signer refuses gas')
    return
  }
  await storePayout(
    tx,
    { chain: signer.config.name, ...signed, fee, inputs: [], nonce, at: context.now() },
    { purpose: 'gas', to: { addressId }, moved: amount }
  )
}

/** Whether no newer transaction has replaced the payout since it was read. */
async function isNewest(tx: Tx, { id, rootId }: Payout): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from payouts where coalesce(replaces, id) = ${rootId}`.execute(tx)
  return rows[0]?.id === id
}

/**
 * Signs a step again with the same nonce and a higher fee. A sweep can offer no more than the coin at its address: if
 * that is too little, the rest is sent there first, and the sweep waits.
 */
export async function signStepAgain(
  context: Context,
  tx: Tx,
  signer: Signer,
  payout: StepPayout,
  terms: Terms
): Promise<SignerAnswer | null> {
  if (!(await isNewest(tx, payout))) return null
  if (payout.purpose === 'gas')
    return signGas(signer, { index: payout.to.index, amount: payout.moved, ...terms })
  const { from, tokenCode } = payout
  const { addressId, index } = from
  const { amount, gas } = readTransfer(payout)
  const coin = await signer.client.getBalance({ address: getAddress(from.address) })
  if (coin >= gas * terms.fee) return signSweep(signer, { index, tokenCode, amount, gas }, terms)
  if (!(await isBusy(tx, addressId, ['gas']))) {
    const missing = gas * terms.fee * headroom - coin
    await sendGas(context, tx, signer, { addressId, index, amount: missing, fee: terms.fee })
  }
  return null
}
