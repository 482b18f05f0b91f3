import type { Campaign } from '@mille/server/delivery/choosing/inventory.ts'
import { canGoOn, chargeFor, type Share, sharesOf } from '@mille/server/settlement/rules.ts'
import type { Funds, Terms } from '@mille/server/window-holds/terms.ts'

export const dayMs = 86_400_000
const windowMs = 7_200_000
const rates = { fee: 2000n, hasPartner: false }

export type Statement = {
  campaign: number
  windowStart: number
  billable: bigint
  due: bigint
  charged: bigint
  shares: readonly Share[]
}

type Book = {
  campaign: Campaign
  /** Periods in which the campaign was active; the last one may still be open. */
  activity: { from: number; until: number | null }[]
  /** Billable views by window and ad unit. */
  billable: Map<number, Map<number, bigint>>
  statements: Statement[]
  settledUntil: number
}

/** In-memory substitute for the database: money, activity, counts, and which visitors have been counted. */
export class Books {
  readonly #books = new Map<number, Book>()
  readonly #decisions = new Set<string>()
  readonly #visitors = new Set<string>()
  /** Total money that was put on campaigns. */
  funded = 0n

  add(campaign: Campaign, at: number): void {
    this.funded += campaign.balance
    this.#books.set(campaign.id, {
      campaign: { ...campaign, state: 'paused' },
      activity: [],
      billable: new Map(),
      statements: [],
      settledUntil: Math.floor(at / windowMs) * windowMs
    })
    if (campaign.state === 'active') this.setState(campaign.id, 'active', at)
  }

  ids(): number[] {
    return [...this.#books.keys()]
  }

  change(id: number, changes: Partial<Campaign>): void {
    const book = this.#book(id)
    book.campaign = { ...book.campaign, ...changes }
  }

  fund(id: number, amount: bigint): void {
    this.funded += amount
    this.change(id, { balance: this.#book(id).campaign.balance + amount })
  }

  setState(id: number, state: string, at: number): void {
    const { campaign, activity } = this.#book(id)
    const open = activity.find(it => it.until === null)
    if (state === 'active' && !open) activity.push({ from: at, until: null })
    if (state !== 'active' && open) open.until = at
    this.change(id, {
      state: campaign.state === 'out_of_funds' && state === 'paused' ? campaign.state : state
    })
  }

  /** Returns a campaign as a node reads it. */
  read(id: number, at: number): Campaign {
    const book = this.#book(id)
    const today = Math.floor(at / dayMs) * dayMs
    const sum = (isWanted: (window: number) => boolean) =>
      [...book.billable]
        .filter(([window]) => window >= book.settledUntil && isWanted(window))
        .reduce((all, [, units]) => all + total(units), 0n)
    const charged = (statements: readonly Statement[]) =>
      statements.reduce((all, it) => all + it.charged, 0n)
    return {
      ...book.campaign,
      spent: charged(book.statements),
      spentToday: charged(book.statements.filter(it => it.windowStart >= today)),
      settledUntil: new Date(book.settledUntil),
      countedToday: sum(window => window >= today),
      countedBefore: sum(window => window < today)
    }
  }

  /** Counts a view if it is the first of its decision and of its visitor, who is charged for once a day. */
  count(view: { decision: string; visitor: string; campaign: number; unit: number }, at: number) {
    if (this.#decisions.has(view.decision)) return 'repeated'
    this.#decisions.add(view.decision)
    const visitor = `${Math.floor(at / dayMs)} ${view.campaign} ${view.visitor}`
    if (this.#visitors.has(visitor)) return 'seen_today'
    this.#visitors.add(visitor)
    const { billable } = this.#book(view.campaign)
    const window = Math.floor(at / windowMs) * windowMs
    const units = billable.get(window) ?? new Map<number, bigint>()
    units.set(view.unit, (units.get(view.unit) ?? 0n) + 1n)
    billable.set(window, units)
    return 'billable'
  }

  /** Settles a campaign's windows that have ended; returns the statements, each of which is written once. */
  settle(id: number, at: number): Statement[] {
    const book = this.#book(id)
    const added: Statement[] = []
    while (book.settledUntil + windowMs <= at) {
      const statement = this.#settleWindow(book, at)
      book.statements.push(statement)
      book.settledUntil += windowMs
      added.push(statement)
    }
    return added
  }

  #settleWindow(book: Book, at: number): Statement {
    const start = book.settledUntil
    const { campaign } = book
    const terms: Terms = campaign
    const part = { index: Math.floor((start % dayMs) / windowMs), perDay: 12, seconds: 7200 }
    const { balance, spent, spentToday } = this.read(campaign.id, start)
    const funds: Funds = { balance, spent, spentToday }
    const units = [...(book.billable.get(start) ?? [])].map(([unitId, billable]) => ({
      unitId,
      billable
    }))
    const usage = {
      activeSeconds: activeSeconds(book, start),
      billable: total(new Map(units.map(it => [it.unitId, it.billable])))
    }
    const { due, charged } = chargeFor(terms, part, usage, funds)
    const shares = sharesOf(charged, rates, units)
    book.campaign = { ...campaign, balance: balance - charged }
    const after = { balance: balance - charged, spent: spent + charged, spentToday: 0n }
    if (campaign.state === 'active' && !canGoOn(terms, part, after)) {
      this.setState(campaign.id, 'out_of_funds', at)
    }
    return {
      campaign: campaign.id,
      windowStart: start,
      billable: usage.billable,
      due,
      charged,
      shares
    }
  }

  #book(id: number): Book {
    const book = this.#books.get(id)
    if (!book) throw new Error(`There is no campaign ${id}`)
    return book
  }
}

function activeSeconds({ activity }: Book, start: number): number {
  const end = start + windowMs
  const ms = activity.reduce(
    (sum, it) => sum + Math.max(0, Math.min(it.until ?? end, end) - Math.max(it.from, start)),
    0
  )
  return Math.floor(ms / 1000)
}

function total(units: ReadonlyMap<number, bigint>): bigint {
  return [...units.values()].reduce((sum, count) => sum + count, 0n)
}
