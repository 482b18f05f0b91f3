import type { EthereumConfig } from '../../config-payments.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import {
  type DueWithdrawal,
  lockDue,
  lockPayouts,
  openPayouts,
  paymentsOf,
  settleDepth,
  storePayout
} from '../payout-store.ts'
import { askSigner } from '../signer/ask-signer.ts'
import {
  createEthereumClient,
  type EthereumClient,
  fromUnits,
  readDecimals,
  readTokenBalance
} from './client.ts'
import { payingAddress } from './keys.ts'
import { sendSigned } from './send.ts'
import { settleDeep } from './settle.ts'

/** More than a transfer of any of the tokens takes; what is not used is not paid. */
const gas = 120_000n

/** As for Bitcoin, with one transaction for each withdrawal: the account's number takes the place of inputs. */
export async function payEthereum(
  context: Context,
  config: EthereumConfig,
  socketPath: string
): Promise<void> {
  const client = createEthereumClient(config)
  await sendSigned(context, client)
  await settleDeep(context, client, config, config.confirmations + settleDepth)
  const signer = { client, config, socketPath }
  await signDue(context, signer)
  await raiseFees(context, signer)
  await sendSigned(context, client)
}

type Signer = { client: EthereumClient; config: EthereumConfig; socketPath: string }

async function signDue(context: Context, signer: Signer): Promise<void> {
  await context.db.transaction().execute(async tx => {
    if (!(await lockPayouts(tx, 'ethereum'))) return
    const all = await lockDue(tx, 'ethereum', context.now())
    if (all.length === 0) return
    const fee = await readFee(signer)
    let nonce = await nextNonce(tx, signer)
    for (const due of all) {
      const missing = await missingFor(tx, signer, due, fee)
      if (missing) {
        context.log.error({ withdrawal: due.id }, `the paying account has too ${missing}`)
        return
      }
      const signed = await sign(signer, due, nonce, fee)
      if (!signed.ok) {
        context.log.error({ withdrawal: due.id, detail: signed.detail }, 'the signer refuses')
        continue
      }
      const payout = { chain: 'ethereum', ...signed, fee, inputs: [], nonce } as const
      await storePayout(tx, { ...payout, at: context.now() }, { withdrawals: [due.id] })
      nonce += 1
    }
  })
}

/** Wei for a unit of gas, at most. */
async function readFee({ client }: Signer): Promise<bigint> {
  return (await client.estimateFeesPerGas()).maxFeePerGas
}

/** Only our signer spends from the account: what is signed already has taken its number. */
async function nextNonce(tx: Tx, { client, config }: Signer): Promise<number> {
  const last = await tx
    .selectFrom('payouts')
    .select(eb => eb.fn.max('nonce').as('nonce'))
    .where('chain', '=', 'ethereum')
    .executeTakeFirst()
  const used = last?.nonce === null || last?.nonce === undefined ? -1 : Number(last.nonce)
  const onChain = await client.getTransactionCount({ address: payingAddress(config) })
  return Math.max(onChain, used + 1)
}

/** What keeps a withdrawal from being paid now, beside what is signed already; null when nothing does. */
async function missingFor(
  tx: Tx,
  { client, config }: Signer,
  due: DueWithdrawal,
  fee: bigint
): Promise<'few tokens' | 'little coin for gas' | null> {
  const contract = contractOf(config, due)
  const address = payingAddress(config)
  const balance = await readTokenBalance(client, contract, address)
  const decimals = await readDecimals(client, contract)
  let tokens = fromUnits(due.net, decimals)
  let coin = gas * fee
  for (const it of await openPayouts(tx, 'ethereum')) {
    if (it.height !== null) continue
    coin += gas * it.fee
    for (const paid of await paymentsOf(tx, it.id))
      if (paid.tokenCode === due.tokenCode) tokens += fromUnits(paid.net, decimals)
  }
  if (balance < tokens) return 'few tokens'
  return (await client.getBalance({ address })) < coin ? 'little coin for gas' : null
}

function contractOf(config: EthereumConfig, { tokenCode }: DueWithdrawal): string {
  const contract = tokenCode === 'BTC' ? undefined : config.tokens[tokenCode]
  if (!contract) throw new Error(`There is no contract of ${tokenCode}`)
  return contract
}

async function sign(
  { client, config, socketPath }: Signer,
  due: DueWithdrawal,
  nonce: number,
  maxFeePerGas: bigint
) {
  const decimals = await readDecimals(client, contractOf(config, due))
  return askSigner(socketPath, {
    method: 'sign_ethereum',
    chainId: config.chainId,
    nonce,
    tokenCode: due.tokenCode === 'USDC' ? 'USDC' : 'USDT',
    to: due.address,
    amount: fromUnits(due.net, decimals),
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: maxFeePerGas / 10n
  })
}

/** What has waited too long is signed again with the same number and half as much again for the gas, or more. */
async function raiseFees(context: Context, signer: Signer): Promise<void> {
  const { bumpMinutes } = context.config.payments.withdrawals
  const before = new Date(context.now().getTime() - bumpMinutes * 60_000)
  const open = await openPayouts(context.db, 'ethereum')
  const newest = new Map(open.map(it => [it.rootId, it]))
  for (const payout of newest.values()) {
    const { nonce } = payout
    const isInBlock = open.some(it => it.rootId === payout.rootId && it.height !== null)
    // One that no node took has waited since it was signed.
    if (isInBlock || nonce === null || (payout.sentAt ?? payout.signedAt) > before) continue
    await context.db.transaction().execute(async tx => {
      if (!(await lockPayouts(tx, 'ethereum'))) return
      const [due] = await paymentsOf(tx, payout.id)
      if (!due) return
      const [now, more] = [await readFee(signer), (payout.fee * 3n) / 2n]
      const fee = now > more ? now : more
      const signed = await sign(signer, due, nonce, fee)
      if (!signed.ok) {
        context.log.error({ payout: payout.id, detail: signed.detail }, 'the signer refuses')
        return
      }
      const replacement = { chain: 'ethereum', ...signed, fee, inputs: [], nonce } as const
      await storePayout(tx, { ...replacement, at: context.now() }, { inPlaceOf: payout })
    })
  }
}
