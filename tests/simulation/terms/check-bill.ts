import type { Verdict } from '@mille/verifier/testing/verify-both.ts'
import { type Terms, termsOn } from './plan.ts'
import type { TermsCampaign } from './populate.ts'

/**
 * Checks that a campaign's bill is right by the verifier that advertisers use, with all views included, and that each
 * of its charges names the terms that were in force. Returns the number of views in it.
 */
export function checkBill(
  { id, terms }: TermsCampaign,
  bill: string,
  { problem, said }: Pick<Verdict, 'problem' | 'said'>
): number {
  if (problem !== null) throw new Error(`the bill of campaign ${id}: ${problem}`)
  const [, included, all] = /([\d,]+) of ([\d,]+) views included/.exec(said.join('\n')) ?? []
  if (all === undefined || included !== all || !said.some(it => it.endsWith('difference 0.')))
    throw new Error(`the bill of campaign ${id}: ${said.join(' ')}`)
  for (const line of bill.trim().split('\n')) checkLine({ id, terms }, JSON.parse(line))
  return Number(all.replaceAll(',', ''))
}

type Line = {
  kind: string
  charge?: { window: [string, string] }
  details?: Record<string, unknown>
}

function checkLine({ id, terms }: Pick<TermsCampaign, 'id' | 'terms'>, line: Line): void {
  if (line.kind !== 'charge') return
  const [start = ''] = line.charge?.window ?? []
  const wanted = Object.entries(detailsOn(terms, Date.parse(start)))
  for (const [name, value] of wanted) {
    const found = line.details?.[name] ?? null
    if (found !== value)
      throw new Error(
        `the bill of campaign ${id} says ${name} ${found} at ${start}, and ${value} was in force`
      )
  }
}

/** Returns the terms at a moment as the details of a charge name them; null is what is missing there. */
function detailsOn(terms: Terms, ms: number): Record<string, string | null> {
  const { dailyBudget, maxCpm } = termsOn(terms, ms)
  const amount = (value: bigint | null) => (value === null ? null : value.toString())
  return {
    trafficType: terms.trafficType,
    dailyBudget: amount(dailyBudget),
    maxCpm: amount(maxCpm),
    totalBudget: amount(terms.totalBudget),
    hours: terms.schedule?.hours ?? null,
    timeZone: terms.schedule?.timeZone ?? null
  }
}
