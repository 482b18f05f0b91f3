import type { Details, Line, Share } from './line-shapes.ts'

type Charge = Line<'charge'>['charge']
type Period = { first: string; last: string; terms: string; active: number; unpaid: bigint }

/** Terms that a bill claims: only the reader's own record can show whether these were agreed. */
export class Terms {
  #first: Details | null = null
  readonly #periods: Period[] = []
  readonly units = new Set<number>()

  add({ asset, window }: Charge, details: Details | null, shares: readonly Share[]): void {
    const [first, last] = window
    const terms = details ? termsOf(details, asset) : `fee ${feesOf(shares)}`
    let period = this.#periods.at(-1)
    if (period?.terms !== terms) {
      period = { first, last, terms, active: 0, unpaid: 0n }
      this.#periods.push(period)
    }
    period.last = last
    period.active += details?.activeSeconds ?? 0
    period.unpaid += details?.unpaid ?? 0n
    this.#first ??= details
    for (const { unit } of shares) this.units.add(unit)
  }

  /** Yields the terms as sentences for the reader to compare. */
  *toCompare({ count, total }: { count: number; total: bigint }, asset: string) {
    const money = (units: bigint) => inCoins(units, asset)
    const [from, until] = [this.#periods.at(0), this.#periods.at(-1)]
    if (!from || !until) return
    const charges = count.toLocaleString('en-US')
    yield `${from.first} to ${until.last}: ${charges} charges, ${money(total)} in all.`
    if (this.#first) {
      const { spent, spentToday, carriedIn, balance } = this.#first
      yield `Before the first charge: ${money(spent)} spent in all, ${money(spentToday)} on its day, ${carriedIn} thousandths of a unit carried over, balance ${money(balance)}.`
    }
    for (const { first, last, terms, active, unpaid } of this.#periods) {
      const more = this.#first
        ? `; ${active} active seconds, ${money(unpaid)} from earlier windows`
        : ''
      yield `${first} to ${last}: ${terms}${more}.`
    }
  }
}

function termsOf(details: Details, asset: string): string {
  const { trafficType, maxCpm, dailyBudget, totalBudget, feeBasisPoints } = details
  const money = (units: bigint | null) => (units === null ? 'none' : inCoins(units, asset))
  const budgets = `daily budget ${money(dailyBudget)}, total budget ${money(totalBudget)}`
  const partner = details.hasPartner ? 'a partner' : 'no partner'
  const periods = `settlement periods of ${details.windowSeconds} seconds`
  const hours = details.hours === null ? '' : `, hours ${details.hours} ${details.timeZone}`
  return `${trafficType}, maximum CPM ${money(maxCpm)}, ${budgets}, fee ${percent(feeBasisPoints)}, ${partner}, ${periods}${hours}`
}

function feesOf(shares: readonly Share[]): string {
  return [...new Set(shares.map(it => percent(it.feeBasisPoints)))].sort().join(', ')
}

/** Formats units of 1e-8 as whole coins or dollars. */
export function inCoins(units: bigint, asset: string): string {
  const fraction = (units % 100_000_000n).toString().padStart(8, '0')
  return `${units / 100_000_000n}.${fraction} ${asset}`
}

export function percent(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(2)} %`
}
