import { verify } from '@mille/server/cli/verify.ts'
import { readEvents } from '@mille/server/delivery/testing/events.ts'
import { writeBill } from '@mille/testing/billed-network.ts'
import { verifyInPython } from '@mille/verifier/testing/verify-both.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import { checkMoney, type MoneyFindings } from './check-money.ts'
import { checkShares, type ShareFindings } from './check-shares.ts'
import type { Terms } from './plan.ts'
import type { TermsCampaign } from './populate.ts'
import type { TermsLife, TermsView } from './simulate-terms.ts'

/** A view that is paid for. `at` is when it counts. */
export type BilledView = TermsView & { at: number }

export type TermsFindings = {
  campaigns: number
  drawn: number
  views: number
  billable: number
  /** For each term, the number of campaigns that have it and paid for a view. */
  seenWith: Record<string, number>
  money: MoneyFindings
  shares: ShareFindings
  /** Bills that the Python verifier has computed again, and the views in them. */
  bills: number
  billedViews: number
  /** What `mille verify --full` says. */
  verified: string
}

/** Checks what has to hold at the end of a simulation of terms. Throws if something does not. */
export async function checkTerms(
  context: SimulatedContext,
  life: TermsLife,
  options: { bills: number }
): Promise<TermsFindings> {
  const billed = await readBilled(context, life)
  const money = await checkMoney(context.pool, life, billed)
  const shares = await checkShares(context.pool, life, billed)
  const { text, failed } = await verify(context, { chain: false, full: true })
  if (failed) throw new Error(text)
  const paid = new Set(billed.map(it => it.campaign))
  const seen = life.campaigns.filter(it => paid.has(it.id))
  return {
    campaigns: life.campaigns.length,
    drawn: life.drawn,
    views: life.views.size,
    billable: billed.length,
    seenWith: countTerms(seen),
    money,
    shares,
    ...(await checkBills(context, seen.slice(0, options.bills))),
    verified: text
  }
}

async function readBilled({ db, pool }: SimulatedContext, life: TermsLife): Promise<BilledView[]> {
  const events = await readEvents({ db, pool, config: { eventLogUrl: null } })
  if (events.length !== life.views.size)
    throw new Error(`${life.views.size} views were reported, and ${events.length} are counted`)
  return events.flatMap(({ decision, isBillable, at }) => {
    const view = life.views.get(decision)
    if (!view) throw new Error(`there was no decision ${decision}`)
    return isBillable ? [{ ...view, at: at.getTime() }] : []
  })
}

/** Lets the verifier that advertisers use compute the bills of some campaigns again. */
async function checkBills(context: SimulatedContext, campaigns: readonly TermsCampaign[]) {
  const asked: { bill: string }[] = []
  for (const { id, terms } of campaigns)
    asked.push({
      bill: await writeBill(context, { subject: { campaign: id }, asset: terms.asset })
    })
  const verdicts = await verifyInPython(asked)
  let billedViews = 0
  for (const [index, { problem, said }] of verdicts.entries()) {
    const id = campaigns[index]?.id
    if (problem !== null) throw new Error(`the bill of campaign ${id}: ${problem}`)
    const [, included, all] = /(\d+) of (\d+) views included/.exec(said.join('\n')) ?? []
    if (included !== all || !said.some(it => it.endsWith('difference 0.')))
      throw new Error(`the bill of campaign ${id}: ${said.join(' ')}`)
    billedViews += Number(all)
  }
  return { bills: verdicts.length, billedViews }
}

function countTerms(campaigns: readonly TermsCampaign[]): Record<string, number> {
  const has: Record<string, (terms: Terms) => boolean> = {
    BTC: it => it.asset === 'BTC',
    USD: it => it.asset === 'USD',
    CPM: it => it.trafficType === 'cpm',
    CPD: it => it.trafficType === 'cpd',
    'total budget': it => it.totalBudget !== null,
    hours: it => it.schedule !== null,
    start: it => it.startsAt !== null,
    end: it => it.endsAt !== null,
    countries: it => it.countries !== null,
    devices: it => it.devices !== null,
    systems: it => it.systems !== null,
    'page languages': it => it.pageLanguages !== null,
    'included keywords': it => (it.keywords?.included.length ?? 0) > 0,
    'excluded keywords': it => (it.keywords?.excluded.length ?? 0) > 0,
    'site share': it => it.siteSharePercent !== null,
    'self-funding': it => it.selfFunding !== null
  }
  return Object.fromEntries(
    Object.entries(has).map(([name, hasIt]) => [
      name,
      campaigns.filter(it => hasIt(it.terms)).length
    ])
  )
}
