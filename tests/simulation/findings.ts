import { whyNotHere } from '@mille/server/delivery/choosing/eligibility.ts'
import { roomIn } from '@mille/server/delivery/choosing/room.ts'
import { priceOf } from '@mille/server/delivery/choosing/spending.ts'
import { inUsdUnits } from '@mille/server/delivery/loading/rates.ts'
import { testRates } from '@mille/server/delivery/testing/inventory.ts'
import { somePlace } from './node.ts'
import type { Outcome } from './simulate.ts'

export type CpdFinding = {
  campaign: number
  share: number
  wanted: number
  error: number
  sigma: number
}
export type CpmFinding = {
  campaign: number
  /** Share of the daily budgets that was spent. */
  spent: number
  /** Impressions that were counted but not paid, as a share of all counted impressions. */
  unpaid: number
}

/**
 * Compares each CPD campaign's share of the CPD decisions on its ad units with its share of the budgets there. `sigma`
 * is the relative error that chance alone produces.
 */
export function cpdShares({ campaigns, units, served }: Outcome): CpdFinding[] {
  const cpd = campaigns.filter(it => it.trafficType === 'cpd')
  const budget = (it: (typeof cpd)[number]) =>
    Number(inUsdUnits(it.dailyBudget, it.asset, testRates))
  return cpd.map(campaign => {
    let actual = 0
    let wanted = 0
    let variance = 0
    let all = 0
    for (const unit of units) {
      const room = roomIn(unit, somePlace)
      const here = cpd.filter(it => whyNotHere(it, unit, room) === null)
      if (!here.includes(campaign)) continue
      const counts = served.get(unit.id)
      const decisions = here.reduce((sum, it) => sum + (counts?.get(it.id) ?? 0), 0)
      const part = budget(campaign) / here.reduce((sum, it) => sum + budget(it), 0)
      actual += counts?.get(campaign.id) ?? 0
      wanted += decisions * part
      variance += decisions * part * (1 - part)
      all += decisions
    }
    return {
      campaign: campaign.id,
      share: actual / all,
      wanted: wanted / all,
      error: Math.abs(actual - wanted) / wanted,
      sigma: Math.sqrt(variance) / wanted
    }
  })
}

export function cpmSpending({ campaigns, statements }: Outcome, days: number): CpmFinding[] {
  return campaigns
    .filter(it => it.trafficType === 'cpm')
    .map(campaign => {
      const own = statements.filter(it => it.campaign === campaign.id)
      const charged = own.reduce((sum, it) => sum + it.charged, 0n)
      const seen = own.reduce((sum, it) => sum + priceOf(campaign, it.billable), 0n)
      return {
        campaign: campaign.id,
        spent: Number(charged) / Number(campaign.dailyBudget) / days,
        unpaid: Number(seen - charged) / Number(charged)
      }
    })
}
