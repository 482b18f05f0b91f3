import type { Api } from '@mille/api/client.ts'
import { type Asset, formatAmount } from '@mille/money/amount.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { createDepositStores } from './deposit.ts'

/** How many days of the daily budget a first deposit is suggested to cover. */
export const suggestedDays = 7

type Budgets = { dailyBudget: bigint; totalBudget: bigint | null }

/**
 * Returns a first deposit for a campaign, in units of 1e-8 of its asset: the cost of some days, or the total budget if
 * that is less. It is rounded up to two digits, because people type it into a wallet, and is never below the minimum.
 */
export function suggestDeposit({ dailyBudget, totalBudget }: Budgets, minimum: bigint): bigint {
  const days = dailyBudget * BigInt(suggestedDays)
  const cost = totalBudget !== null && totalBudget < days ? totalBudget : days
  const least = cost < minimum ? minimum : cost
  const step = 10n ** BigInt(Math.max(0, String(least).length - 2))
  return ((least + step - 1n) / step) * step
}

/** Adds the amount to a bitcoin payment link, as BIP 21 says. Other links are returned as they are. */
export function withAmount(uri: string, units: bigint): string {
  if (!uri.startsWith('bitcoin:') || units <= 0n) return uri
  return `${uri}${uri.includes('?') ? '&' : '?'}amount=${formatAmount(units)}`
}

type Subject = { campaignId: string; userId: string; asset: Asset; isDrawing: boolean }

/**
 * State of the first deposit for a campaign. The money goes to the account, and the campaign takes what it needs from
 * it, so the rest can still be used for other campaigns or withdrawn.
 */
export function createCampaignDepositStores(
  api: Pick<Api, 'payments' | 'campaigns'>,
  { campaignId, userId, asset, isDrawing }: Subject
) {
  const currency = asset === 'BTC' ? 'btc' : 'usd'
  const deposit = createDepositStores(api, {
    depositable: { id: userId, type: 'user' },
    document: undefined,
    currency: null,
    paymentMethod: null
  })
  const $isDrawing = atom(isDrawing)
  const $isOpening = atom(false)
  const $problem = atom<Problem | null>(null)

  async function initialize() {
    await deposit.initialize()
    const [first] = deposit.$currencies.get()[currency] ?? []
    if (first) deposit.select(currency, first.token_type)
  }

  /** Lets the campaign draw on the account, then creates the address unless there is one. */
  async function open(): Promise<void> {
    if ($isOpening.get()) return
    $isOpening.set(true)
    $problem.set(null)
    if (!$isDrawing.get()) {
      const saved = await api.campaigns.updateCampaign({ id: campaignId, auto_fund: true })
      if (saved.ok) $isDrawing.set(true)
      else $problem.set(firstProblem(saved))
    }
    if ($isDrawing.get() && deposit.$address.get() === null) {
      await deposit.createAddress()
      $problem.set(deposit.$problem.get())
    }
    $isOpening.set(false)
  }

  /** Limits of an invoice, which pays the campaign itself; null where Lightning is not offered. */
  const $lightning = computed(deposit.$lightning, it => (asset === 'BTC' ? it : null))
  const { $address, $confirmations, $error, $isLoading, $isReady, $minimum, $tokenCode, watch } =
    deposit
  return {
    ...{ $address, $confirmations, $error, $isLoading, $isReady, $minimum, $tokenCode },
    ...{ $isDrawing, $isOpening, $lightning, $problem, initialize, open, watch }
  }
}
