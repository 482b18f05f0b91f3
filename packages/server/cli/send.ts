import { oneSpelling } from '@mille/api/payments/one-spelling.ts'
import { formatAmount, parseAmount } from '@mille/money/amount.ts'
import type { Context } from '../context.ts'
import { sendFromNetwork } from '../payments/index.ts'
import { StartError } from '../start-error.ts'

type SendRequest = {
  address: string | undefined
  amount: string | undefined
  token: string | undefined
  reason: string | undefined
  key: string | undefined
}

const tokens = ['BTC', 'USDT', 'USDC'] as const

/** `mille send`: sends the network's own earnings to an address. */
export async function send(context: Context, request: SendRequest): Promise<string> {
  const { key = '' } = request
  const address = oneSpelling(request.address ?? '')
  const tokenCode = tokens.find(it => it === request.token?.toUpperCase())
  if (!tokenCode) throw new StartError(`The token must be one of ${tokens.join(', ')}`)
  const amount = request.amount?.includes(',') ? null : parseAmount(request.amount ?? '', 'btc')
  if (amount === null || amount === 0n)
    throw new StartError('The amount must be in whole coins, such as 0.5 or 250')
  const reason = request.reason?.trim() ?? ''
  if (reason === '')
    throw new StartError('Add a reason with --reason "…". It is kept with the withdrawal')
  if (!/^[\w.:-]{1,100}$/.test(key))
    throw new StartError(
      'Add a key with --key, such as fees-2026-03. The same key never sends twice'
    )
  const sent = await sendFromNetwork(context, { address, amount, tokenCode, reason, key })
  if (!sent.ok) throw new StartError(sent.detail)
  const what = `${formatAmount(amount)} ${tokenCode} to ${address}`
  const next = sent.needsApproval
    ? 'an operator has to approve it at /admin/payouts'
    : 'it is sent with the next payouts'
  return sent.isNew
    ? `Withdrawal ${sent.id} of the network: ${what}; ${next}`
    : `Withdrawal ${sent.id} of the network was already requested: ${what}`
}
