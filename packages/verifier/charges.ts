import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { canonical, type Json } from './canonical.ts'
import type { Entries, Span } from './entries.ts'
import { type Details, openedShape, type ReadLine, type Share } from './line-shapes.ts'
import type { Lines } from './lines.ts'
import { isInTree, type Tree } from './merkle.ts'
import { recompute } from './recompute.ts'
import { anyObject } from './shapes.ts'
import { inCoins, percent, Terms } from './terms.ts'
import { Views } from './views.ts'
import { type Check, require } from './wrong.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

type Before = { digest: string; details: Details | null; start: number }

/** Checks charges in order, each with its views, and adds them up. */
export class Charges {
  readonly #head: ReadLine<'bill'>
  readonly #log: Tree
  readonly #entries: Entries
  readonly #now: number
  /** End of each campaign's last checked window. */
  readonly #ends = new Map<string, number>()
  readonly #views = new Views()
  readonly terms = new Terms()
  #before: Before | null = null
  count = 0
  views = 0
  /** Number of views that are listed in the bill. */
  listed = 0
  total = 0n

  constructor(head: ReadLine<'bill'>, log: Tree, entries: Entries, now: number) {
    this.#head = head
    this.#log = log
    this.#entries = entries
    this.#now = now
  }

  check(lines: Lines, line: ReadLine<'charge'>): void {
    const { charge, shares } = line
    const check: Check = (condition, code, sentence) =>
      require(condition, code, `Window ${charge.window[0]}: ${sentence}`)
    const [start = 0, end = 0] = charge.window.map(it => Date.parse(it))
    const rawCharge = canonical(line.raw.charge ?? null)
    const digest = sha256(utf8ToBytes(rawCharge))
    check(
      charge.asset === this.#head.asset,
      'other_asset',
      `it is charged in ${charge.asset}, and the bill is in ${this.#head.asset}.`
    )
    const span: Span = { start, end, index: line.index }
    this.#checkWindow(check, charge.campaign, span)
    const details = 'campaign' in this.#head.subject ? this.#checkDetails(check, line, span) : null
    const { subject } = this.#head
    if ('unit' in subject)
      check(
        shares.length === 1 && shares[0]?.unit === subject.unit,
        'other_unit',
        'this is the share of another ad unit.'
      )
    this.#checkShares(check, line, span)
    const entry = concatBytes(Uint8Array.of(1), salted(line.salt, digest))
    check(
      isInTree(this.#log, line.index, 1, [entry].values(), line.proof),
      'charge_not_logged',
      'the charge is not in the public log: something in it was changed after it was logged.'
    )
    const charged = new Map(shares.map(it => [it.unit, it.billable]))
    const billable = [...charged.values()].reduce((sum, it) => sum + it, 0)
    this.#checkKept(check, line, span, billable)
    if (line.views === 'listed')
      this.#checkViews(check, lines, line, { charged, start, end, billable })
    this.terms.add(charge, details, shares)
    this.#ends.set(charge.campaign, end)
    this.#before = { digest: bytesToHex(digest), details, start }
    this.count++
    this.views += billable
    if (line.views === 'listed') this.listed += billable
    this.total += details ? details.charged : (shares[0]?.net ?? 0n)
  }

  #checkKept(check: Check, { charge, views }: ReadLine<'charge'>, span: Span, billable: number) {
    const kept = this.#entries.keptUntil(span)
    const isRootless =
      charge.views.root === null && this.#entries.loggedBy(span.index, this.#now) < kept
    check(
      !isRootless,
      'no_root',
      'it was logged without its views, which the network has promised to keep for longer.'
    )
    const isEarly = views !== 'listed' && billable > 0 && this.#now < kept
    check(
      !isEarly,
      'forgotten_early',
      'its views are not listed, and the network has promised to keep them for longer.'
    )
  }

  #checkWindow(check: Check, campaign: string, { start, end }: Span): void {
    const isAfter = (this.#ends.get(campaign) ?? start) <= start && start < end
    check(
      isAfter,
      'windows_overlap',
      'it starts before the one before it ends, so that time is charged twice.'
    )
    const isSince = start >= this.#entries.since
    check(isSince, 'window_before_log', 'it starts before the log has charges.')
    const isPast = end <= this.#now
    check(isPast, 'window_in_future', 'it has not ended yet, by the clock of this device.')
    const isWithin = this.#head.from <= start && start < this.#head.until
    check(isWithin, 'window_outside_bill', 'it does not start in the time that the bill is for.')
  }

  #checkDetails(check: Check, line: ReadLine<'charge'>, span: Span): Details {
    const { start } = span
    const { charge, shares } = line
    const { campaignSalt, details, detailsSalt } = openedShape(line.raw)
    const money = (units: bigint) => inCoins(units, charge.asset)
    const id = new Uint8Array(4)
    if ('campaign' in this.#head.subject)
      new DataView(id.buffer).setUint32(0, this.#head.subject.campaign)
    const campaign = sha256(concatBytes(utf8ToBytes('campaign'), hexToBytes(campaignSalt), id))
    check(
      bytesToHex(campaign) === charge.campaign,
      'other_campaign',
      'this is a charge of another campaign.'
    )
    const opened = salted(detailsSalt, utf8ToBytes(canonical(line.raw.details ?? null)))
    check(
      bytesToHex(opened) === charge.details,
      'details_not_logged',
      'its price, budgets, fee or limits are not those that were logged.'
    )
    checkSeconds(check, details, span)
    const weights = shares.map(it => BigInt(it.billable))
    const again = recompute(details, weights, Math.floor(start / 1000) % 86_400)
    check(
      again.charged === details.charged,
      'charge_differs',
      `the charge recomputed is ${money(again.charged)}, but ${money(details.charged)} was charged.`
    )
    const isSame =
      shares.every((it, at) => isPart(it, again.parts[at])) &&
      again.due === details.due &&
      again.carriedOut === BigInt(details.carriedOut) &&
      again.fee === details.fee &&
      again.referral === details.referral &&
      again.billable === BigInt(details.billable)
    check(isSame, 'parts_differ', 'its shares, fee or referral are not what is recomputed.')
    check(
      charge.views.count === details.billable,
      'views_count',
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
      'chain_broken',
      'it does not follow the charge before it: one was left out, repeated or changed.'
    )
    const isSameDay = Math.floor(start / dayMs) === Math.floor(then / dayMs)
    const today = isSameDay ? past.spentToday + past.charged : 0n
    const isContinued = details.spentToday === today && details.carriedIn === past.carriedOut
    check(
      isContinued,
      'day_not_continued',
      'what was spent on the day or carried over does not continue the charge before it.'
    )
    const isSpent = details.totalBudget === null || details.spent >= past.spent + past.charged
    check(
      isSpent,
      'spent_not_continued',
      'what was spent before does not continue the charge before it.'
    )
  }

  #checkShares(check: Check, line: ReadLine<'charge'>, span: Span): void {
    const { charge, shares, sharesFrom, sharesProof } = line
    const { fee, highest } = this.#entries.feeOf(span)
    for (const { unit, billable, feeBasisPoints, gross, fee: ours, referral, net } of shares) {
      const whole = (gross * BigInt(feeBasisPoints)) / 10_000n
      const isOut = billable > 0 && this.#entries.isExcluded(unit, span)
      check(
        !isOut,
        'unit_excluded',
        `ad unit ${unit} is paid, and the log says that it was excluded.`
      )
      check(
        feeBasisPoints <= fee || feeBasisPoints > highest,
        'fee_backdated',
        `its fee of ${percent(feeBasisPoints)} was logged after the window had ended.`
      )
      check(
        feeBasisPoints <= fee,
        'fee_too_high',
        `its fee of ${percent(feeBasisPoints)} is higher than the network's of ${percent(fee)}.`
      )
      check(
        ours + referral === whole && net === gross - whole,
        'share_differs',
        `ad unit ${unit} gets ${net} of ${gross} units, but recomputed are ${gross - whole}.`
      )
    }
    const raw = line.raw.shares
    const leaves = (Array.isArray(raw) ? raw : []).values().map(leafOfShare)
    check(
      isInTree(charge.shares, sharesFrom, shares.length, leaves, sharesProof),
      'shares_not_logged',
      'its shares are not those that were logged.'
    )
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
      check(
        count === paid,
        'views_differ',
        `ad unit ${unit} is paid for ${paid} views, but ${count} are listed.`
      )
    }
    check(
      isLogged,
      'views_not_logged',
      'its views are not those that were logged: one was added, removed or changed.'
    )
  }
}

/** Checks that a window lies within one settlement period and is not active for longer than it lasts. */
function checkSeconds(
  check: Check,
  { windowSeconds, activeSeconds }: Details,
  { start, end }: Span
): void {
  const periodOf = (ms: number) => Math.floor(Math.floor(ms / 1000) / windowSeconds)
  const isPart =
    windowSeconds > 0 && 86_400 % windowSeconds === 0 && periodOf(start) === periodOf(end - 1)
  check(isPart, 'window_seconds', `it is not within a whole window of ${windowSeconds} seconds.`)
  const seconds = Math.floor((end - start) / 1000)
  check(
    activeSeconds * 1000 <= end - start,
    'active_seconds',
    `it has ${seconds} seconds, but ${activeSeconds} are called active.`
  )
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
