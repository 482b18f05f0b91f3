import { formatAmount } from '@mille/money/amount.ts'
import type { Liquidity } from '../payments/index.ts'
import { duration, type HealthCheck, level, minuteMs, severities } from './health-rules.ts'

type Found = Pick<HealthCheck, 'state' | 'text'>

/**
 * Checks what the channels of the Lightning node can carry: their age, peers that are gone, room for the largest deposit, and
 * enough for the withdrawals that wait. All problems are in one line, with the state of the most serious.
 */
export function checkLiquidity(it: Liquidity, maximumDeposit: bigint, now: Date): HealthCheck {
  const name = 'Lightning channels'
  if (it.at === null) return { name, state: 'warning', text: 'The node has not written them yet.' }
  const found = [
    checkAge(it.at, now),
    checkPeers(it),
    checkInbound(it, maximumDeposit),
    checkOutbound(it)
  ].filter(check => check !== null)
  const worst = found.toSorted((a, b) => severities[b.state] - severities[a.state])[0]
  if (worst) return { name, state: worst.state, text: found.map(({ text }) => text).join(' ') }
  const text = `They can receive ${btc(it.canReceive)} and send ${btc(it.canSend)}.`
  return { name, state: 'ok', text }
}

function checkAge(at: Date, now: Date): Found | null {
  const ageMs = Math.max(0, now.getTime() - at.getTime())
  const state = level(ageMs, minuteMs, 10 * minuteMs)
  if (state === 'ok') return null
  return { state, text: `Their state is ${duration(ageMs)} old.` }
}

function checkPeers({ gone, open }: Liquidity): Found | null {
  if (gone === 0) return null
  return {
    state: gone === open ? 'alarm' : 'warning',
    text: `The peers of ${gone} of ${open} open channels have not been connected for ten minutes.`
  }
}

function checkInbound({ open, largestReceived }: Liquidity, maximum: bigint): Found | null {
  if (open === 0) return { state: 'warning', text: 'There is no open channel.' }
  if (largestReceived >= maximum) return null
  return {
    state: 'warning',
    text: `A payment can be at most ${btc(largestReceived)}, less than the maximum deposit of ${btc(maximum)}.`
  }
}

function checkOutbound({ waiting, canSend }: Liquidity): Found | null {
  if (waiting <= canSend) return null
  return {
    state: 'alarm',
    text: `The withdrawals that wait need ${btc(waiting)}, and the channels can send ${btc(canSend)}.`
  }
}

const btc = (units: bigint) => `${formatAmount(units)} BTC`
