import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical, type Json } from './canonical.ts'
import { type Details, openedShape, type ReadLine, type Share } from './line-shapes.ts'
import type { Lines } from './lines.ts'
import { isInTree, type Tree } from './merkle.ts'
import { recompute } from './recompute.ts'
import { anyObject } from './shapes.ts'
import { Views } from './views.ts'
import { type Check, require } from './wrong.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** From when on which fee is the highest. */
export type Fee = { since: number; basisPoints: number }
type Before = { digest: string; details: Details | null; start: number }

/** Checks charges in their order, each with its views, and adds them up. */
export class Charges {
  readonly #head: ReadLine<'bill'>
  readonly #log: Tree
  readonly #fees: readonly Fee[]
  /** By campaign: where its last window ends. */
  readonly #ends = new Map<string, number>()
  readonly #views = new Views()
  #before: Before | null = null
  count = 0
  views = 0
  /** Of the views, those that are listed. */
  listed = 0
  total = 0n

  constructor(head: ReadLine<'bill'>, log: Tree, fees: readonly Fee[]) {
    this.#head = head
    this.#log = log
    this.#fees = fees
  }

  check(lines: Lines, line: ReadLine<'charge'>): void {
    const { charge, shares } = line
    const check: Check = (condition, sentence) =>
      require(condition, `Window ${charge.window[0]}: ${sentence}`)
    const [start = 0, end = 0] = charge.window.map(it => Date.parse(it))
    const rawCharge = canonical(line.raw.charge ?? null)
    const digest = sha256(utf8ToBytes(rawCharge))
    check(
      charge.asset === this.#head.asset,
      `it is charged in ${charge.asset}, and the bill is in ${this.#head.asset}.`
    )
    const isAfter = (this.#ends.get(charge.campaign) ?? start) <= start && start < end
    check(isAfter, 'it starts before the one before it ends, so that time is charged twice.')
    const details = 'campaign' in this.#head.subject ? this.#checkDetails(check, line, start) : null
    const { subject } = this.#head
    if ('unit' in subject)
      check(
        shares.length === 1 && shares[0]?.unit === subject.unit,
        'this is the share of another ad unit.'
      )
    this.#checkShares(check, line, start)
    const entry = concatBytes(Uint8Array.of(1), salted(line.salt, digest))
    check(
      isInTree(this.#log, line.index, 1, [entry].values(), line.proof),
      'the charge is not in the public log: something in it was changed after it was logged.'
    )
    const charged = new Map(shares.map(it => [it.unit, it.billable]))
    const billable = [...charged.values()].reduce((sum, it) => sum + it, 0)
    if (line.views === 'listed')
      this.#checkViews(check, lines, line, { charged, start, end, billable })
    this.#ends.set(charge.campaign, end)
    this.#before = { digest: bytesToHex(digest), details, start }
    this.count++
    this.views += billable
    if (line.views === 'listed') this.listed += billable
    this.total += details ? details.charged : (shares[0]?.net ?? 0n)
  }

  #checkDetails(check: Check, line: ReadLine<'charge'>, start: number): Details {
    const { charge, shares } = line
    const { campaignSalt, details, detailsSalt } = openedShape(line.raw)
    const money = (units: bigint) => inCoins(units, charge.asset)
    const id = new Uint8Array(4)
    if ('campaign' in this.#head.subject)
      new DataView(id.buffer).setUint32(0, this.#head.subject.campaign)
    const campaign = sha256(concatBytes(utf8ToBytes('campaign'), hexToBytes(campaignSalt), id))
    check(bytesToHex(campaign) === charge.campaign, 'this is a charge of another campaign.')
    const opened = salted(detailsSalt, utf8ToBytes(canonical(line.raw.details ?? null)))
    check(
      bytesToHex(opened) === charge.details,
      'its price, budgets, fee or limits are not those that were logged.'
    )
    const weights = shares.map(it => BigInt(it.billable))
    const again = recompute(details, weights, Math.floor(start / 1000) % 86_400)
    check(
      again.charged === details.charged,
      `the charge recomputed is ${money(again.charged)}, but ${money(details.charged)} was charged.`
    )
    const isSame =
      shares.every((it, at) => isPart(it, again.parts[at])) &&
      again.due === details.due &&
      again.carriedOut === BigInt(details.carriedOut) &&
      again.fee === details.fee &&
      again.referral === details.referral &&
      again.billable === BigInt(details.billable)
    check(isSame, 'its shares, fee or referral are not what is recomputed.')
    check(
      charge.views.count === details.billable,
      `${details.billable} views are charged, but ${charge.views.count} were logged.`
    )
    this.#checkOrder(check, charge.previous, details, start)
    return details
  }

  #checkOrder(check: Check, previous: string, details: Details, start: number): void {
    const { digest, details: past = null, start: then } = this.#before ?? { start: 0 }
    if (!past) return
    check(
      previous === digest,
      'it does not follow the charge before it: one was left out, repeated or changed.'
    )
    const isSameDay = Math.floor(start / dayMs) === Math.floor(then / dayMs)
    const today = isSameDay ? past.spentToday + past.charged : 0n
    const isContinued = details.spentToday === today && details.carriedIn === past.carriedOut
    check(
      isContinued,
      'what was spent on the day or carried over does not continue the charge before it.'
    )
    const isSpent = details.totalBudget === null || details.spent >= past.spent + past.charged
    check(isSpent, 'what was spent before does not continue the charge before it.')
  }

  #checkShares(check: Check, line: ReadLine<'charge'>, start: number): void {
    const { charge, shares, sharesFrom, sharesProof } = line
    const fee = this.#highestFee(start)
    for (const { unit, feeBasisPoints, gross, fee: ours, referral, net } of shares) {
      const whole = (gross * BigInt(feeBasisPoints)) / 10_000n
      check(
        feeBasisPoints <= fee,
        `its fee of ${percent(feeBasisPoints)} is higher than the network's of ${percent(fee)}.`
      )
      check(
        ours + referral === whole && net === gross - whole,
        `ad unit ${unit} gets ${net} of ${gross} units, but recomputed are ${gross - whole}.`
      )
    }
    const raw = line.raw.shares
    const leaves = (Array.isArray(raw) ? raw : []).values().map(leafOfShare)
    check(
      isInTree(charge.shares, sharesFrom, shares.length, leaves, sharesProof),
      'its shares are not those that were logged.'
    )
  }

  #highestFee(start: number): number {
    const inForce = this.#fees.filter(it => it.since <= start)
    const latest = Math.max(...inForce.map(it => it.since))
    const fees = inForce.filter(it => it.since === latest).map(it => it.basisPoints)
    return fees.length === 0 ? 10_000 : Math.max(...fees)
  }

  #checkViews(
    check: Check,
    lines: Lines,
    { charge, viewsFrom, viewsProof }: ReadLine<'charge'>,
    window: { charged: Map<number, number>; start: number; end: number; billable: number }
  ): void {
    const { charged, start, end, billable } = window
    const first = Math.floor(start / minuteMs)
    const last = Math.floor((end - 1) / minuteMs)
    const listed = new Map([...charged.keys()].map(unit => [unit, 0]))
    const leaves = this.#views.leaves(lines, { charged, first, last }, listed, check)
    let isLogged = isInTree(charge.views, viewsFrom, billable, leaves, viewsProof)
    for (const _ of leaves) isLogged = false
    for (const [unit, count] of [...listed].sort(([one], [other]) => one - other)) {
      const paid = charged.get(unit) ?? 0
      check(count === paid, `ad unit ${unit} is paid for ${paid} views, but ${count} are listed.`)
    }
    check(isLogged, 'its views are not those that were logged: one was added, removed or changed.')
  }
}

/** Units of 1e-8 as whole coins or dollars. */
export function inCoins(units: bigint, asset: string): string {
  const fraction = (units % 100_000_000n).toString().padStart(8, '0')
  return `${units / 100_000_000n}.${fraction} ${asset}`
}

function isPart(
  share: Share,
  part: Omit<Share, 'billable' | 'feeBasisPoints' | 'unit' | 'salt'> | undefined
) {
  return (
    part !== undefined &&
    share.gross === part.gross &&
    share.fee === part.fee &&
    share.referral === part.referral &&
    share.net === part.net
  )
}

function leafOfShare(raw: Json): Uint8Array {
  const { salt, ...share } = anyObject(raw)
  return concatBytes(hexToBytes(String(salt)), utf8ToBytes(canonical(share)))
}

function salted(salt: string, data: Uint8Array): Uint8Array {
  return sha256(concatBytes(hexToBytes(salt), data))
}

function percent(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(2)} %`
}
