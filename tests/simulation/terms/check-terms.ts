import { verify } from '@mille/server/cli/verify.ts'
import { writeBill } from '@mille/testing/billed-network.ts'
import { verifyInPython } from '@mille/verifier/testing/verify-both.ts'
import type { SimulatedContext } from '../simulated-context.ts'
import { checkBill } from './check-bill.ts'
import { type CapFindings, checkCap } from './check-cap.ts'
import { checkMoney, type MoneyFindings } from './check-money.ts'
import { checkShares, type ShareFindings } from './check-shares.ts'
import { checkVariants, type VariantFindings } from './check-variants.ts'
import { observe } from './observed.ts'
import type { Terms } from './plan.ts'
import type { TermsCampaign } from './populate.ts'
import type { TermsLife } from './simulate-terms.ts'

export type TermsFindings = {
  campaigns: number
  drawn: number
  views: number
  billable: number
  /** For each term, the number of campaigns that have it and paid for a view. */
  seenWith: Record<string, number>
  money: MoneyFindings
  shares: ShareFindings
  cap: CapFindings
  variants: VariantFindings
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
  const observed = await observe(context, life)
  const billed = observed.views.filter(it => it.isBillable)
  const cap = checkCap(observed)
  const money = checkMoney(observed)
  const shares = checkShares(observed)
  const variants = checkVariants(observed)
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
    cap,
    variants,
    ...(await checkBills(context, seen.slice(0, options.bills))),
    verified: text
  }
}

/** Returns the findings as rows: a name and a number each. */
export function termsTable(found: Omit<TermsFindings, 'verified'>): Record<string, number> {
  const { seenWith, money, shares, cap, variants, ...counts } = found
  const named = Object.entries(seenWith).map(([name, count]) => [`seen with ${name}`, count])
  return { ...counts, ...money, ...shares, ...cap, ...variants, ...Object.fromEntries(named) }
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
  for (const [index, campaign] of campaigns.entries()) {
    const [bill, verdict] = [asked[index]?.bill, verdicts[index]]
    if (bill === undefined || !verdict) throw new Error(`campaign ${campaign.id} has no bill`)
    billedViews += checkBill(campaign, bill, verdict)
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
    'self-funding': it => it.selfFunding !== null,
    'changed terms': it => it.later !== null,
    variants: it => it.variants.length > 1
  }
  return Object.fromEntries(
    Object.entries(has).map(([name, hasIt]) => [
      name,
      campaigns.filter(it => hasIt(it.terms)).length
    ])
  )
}
