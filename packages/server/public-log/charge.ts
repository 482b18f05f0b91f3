import { canonicalJson, type Json } from './canonical-json.ts'
import { leafHash, rootOf, sha256 } from './merkle.ts'
import type { Rejected } from './rejected.ts'
import type { Salts } from './salts.ts'
import type { SettledCharge, SettledShare } from './settled-charges.ts'

/** Number and root of the views that a charge is for; the root is null when the event log no longer has the views. */
export type ViewsCommitment = { count: number; root: Buffer | null }

/** Replaces the previous digest in a campaign's first charge. */
export const noPrevious: Buffer = Buffer.alloc(32)
const entryTypes = { charge: 1, notice: 2 } as const

/** Everything that a charge's entry in the public log is made of, and what is needed to open it. */
export type ChargeDocument = {
  /** What an advertiser and a publisher may see. */
  outer: Json
  /** What only the advertiser may see. */
  details: Json
  shares: Json[]
  /** Leaves of the shares, in their order. */
  shareLeaves: Buffer[]
  /** Digest of the outer document; the campaign's next charge has it as `previous`. */
  digest: Buffer
  salt: Buffer
  /** The entry in the log. */
  entry: Buffer
}

export function makeCharge(
  charge: SettledCharge,
  facts: { views: ViewsCommitment; rejected: Rejected; previous: Buffer },
  salts: Salts
): ChargeDocument {
  const { campaign, start, end } = charge
  const { views, previous } = facts
  const details = detailsOf(charge, facts.rejected)
  const shares = charge.shares.map(it => shareOf(charge, it))
  const shareLeaves = shares.map((share, index) =>
    leafHash(
      salted(salts.share(campaign, start, charge.shares[index]?.unit ?? 0), canonicalJson(share))
    )
  )
  const outer = {
    asset: charge.asset,
    campaign: campaignDigest(campaign, salts).toString('hex'),
    details: sha256(salted(salts.details(campaign, start), canonicalJson(details))).toString('hex'),
    previous: previous.toString('hex'),
    shares: { count: shares.length, root: rootOf(shareLeaves).toString('hex') },
    version: 1,
    views: { count: views.count, root: views.root?.toString('hex') ?? null },
    window: [start.toISOString(), end.toISOString()]
  }
  const digest = sha256(Buffer.from(canonicalJson(outer)))
  const salt = salts.charge(campaign, start)
  const entry = chargeEntry(salt, digest)
  return { outer, details, shares, shareLeaves, digest, salt, entry }
}

/** Builds the log entry of a charge from the digest of its outer document. */
export function chargeEntry(salt: Buffer, digest: Buffer): Buffer {
  const hidden = sha256(Buffer.concat([salt, digest]))
  return Buffer.concat([Buffer.of(entryTypes.charge), hidden])
}

/** Returns a salted hash that identifies a campaign, since an ID alone could be guessed. */
function campaignDigest(campaign: number, salts: Salts): Buffer {
  const id = Buffer.alloc(4)
  id.writeUInt32BE(campaign)
  return sha256(Buffer.concat([Buffer.from('campaign'), salts.campaign(campaign), id]))
}

/** Builds a public entry that anyone can read. */
export function noticeEntry(notice: { kind: string; at: string } & Record<string, Json>): Buffer {
  return Buffer.concat([Buffer.of(entryTypes.notice), Buffer.from(canonicalJson(notice))])
}

/** Returns the content of a public entry; null for a charge. */
export function readNotice(entry: Buffer): Record<string, unknown> | null {
  return entry[0] === entryTypes.notice ? JSON.parse(entry.toString('utf8', 1)) : null
}

function shareOf(
  { feeBasisPoints }: SettledCharge,
  { unit, billable, gross, fee, referral, net }: SettledShare
) {
  return {
    ...{ billable, feeBasisPoints, unit },
    ...{ fee: `${fee}`, gross: `${gross}`, net: `${net}`, referral: `${referral}` }
  }
}

function detailsOf(charge: SettledCharge, rejected: Rejected) {
  const amount = (value: bigint | null) => (value === null ? null : value.toString())
  const { activeSeconds, billable, carriedIn, carriedOut, feeBasisPoints, hasPartner } = charge
  const { trafficType, windowSeconds } = charge
  return {
    ...{ activeSeconds, billable, carriedIn, carriedOut, feeBasisPoints, hasPartner, rejected },
    ...{ trafficType, windowSeconds },
    balance: amount(charge.balance),
    charged: amount(charge.charged),
    dailyBudget: amount(charge.dailyBudget),
    due: amount(charge.due),
    fee: amount(charge.fee),
    maxCpm: amount(charge.maxCpm),
    referral: amount(charge.referral),
    spent: amount(charge.spent),
    spentToday: amount(charge.spentToday),
    totalBudget: amount(charge.totalBudget),
    unpaid: amount(charge.unpaid),
    // Charges from before campaigns had hours keep their bytes.
    ...(charge.hours !== null && { hours: charge.hours, timeZone: charge.timeZone })
  }
}

function salted(salt: Buffer, text: string): Buffer {
  return Buffer.concat([salt, Buffer.from(text)])
}
