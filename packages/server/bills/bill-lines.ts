import { createHash } from 'node:crypto'
import type { Asset } from '@mille/money/amount.ts'
import {
  canonicalJson,
  createNodeReader,
  hashesOf,
  type Json,
  type LeafRange,
  leafBytes,
  leafHash,
  type OpenedCharge,
  proveConsistency,
  rangePath,
  readBillEntries,
  rootOf,
  vkeyOf
} from '../public-log/index.ts'
import {
  type BillPlace,
  type ChargeWithViews,
  chargesOf,
  rangeOfUnit,
  withViews
} from './bill-charges.ts'
import type { BillPlan, Subject } from './plan-bill.ts'

const leavesInLine = 1_000

/** Yields the lines of the file that docs/bill.md describes. The same plan always yields the same bytes. */
export async function* billLines(
  context: BillPlace,
  plan: BillPlan
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const { db } = context
  const checksum = createHash('sha256')
  const line = (value: { [key: string]: Json }) => {
    const text = Buffer.from(`${lineOf(value)}\n`)
    checksum.update(text)
    return text
  }
  const { checkpoint, kept, subject } = plan
  const sums = await addUp(context, plan)
  yield line(headOf(plan, sums))
  yield line({ kind: 'checkpoint', note: checkpoint.note })
  if (kept !== null && kept > 0 && kept < checkpoint.size) {
    const hashes = hexOf(await proveConsistency(db, kept, checkpoint.size))
    yield line({ kind: 'consistency', from: kept, to: checkpoint.size, hashes })
  }
  const read = createNodeReader(db)
  const prove = async (index: number) =>
    hexOf(await hashesOf(read, rangePath({ from: index, to: index + 1 }, checkpoint.size)))
  for (const { index, bytes } of await readBillEntries(db, checkpoint.size, sums.units)) {
    const entry = JSON.parse(bytes.subarray(1).toString()) as Json
    yield line({ kind: 'entry', entry, index, proof: await prove(index) })
  }
  for await (const charge of withViews(context, chargesOf(context, plan), plan.viewsSince)) {
    const { shown, leaves } = showCharge(charge, subject)
    yield line({ ...shown, proof: await prove(charge.opened.index) })
    for (let at = 0; at < leaves.length; at += leavesInLine * leafBytes) {
      const piece = leaves.subarray(at, at + leavesInLine * leafBytes)
      yield line({ kind: 'views', leaves: piece.toString('base64') })
    }
  }
  const { charges, views, total } = sums
  const end = { kind: 'end', charges, views, total: total.toString() }
  yield Buffer.from(`${lineOf({ ...end, sha256: checksum.digest('hex') })}\n`)
}

type Sums = { asset: Asset; charges: number; views: number; total: bigint; units: number[] }

async function addUp(context: BillPlace, plan: BillPlan): Promise<Sums> {
  const sums: Sums = { asset: plan.asset, charges: 0, views: 0, total: 0n, units: [] }
  const units = new Set<number>()
  for await (const { charge } of chargesOf(context, plan)) {
    sums.asset = charge.asset
    sums.charges++
    const { subject } = plan
    const isCampaign = 'campaign' in subject
    const shares = isCampaign ? charge.shares : charge.shares.filter(it => it.unit === subject.unit)
    for (const { unit, billable, net } of shares) {
      units.add(unit)
      sums.views += billable
      if (!isCampaign) sums.total += net
    }
    if (isCampaign) sums.total += charge.charged
  }
  return { ...sums, units: [...units] }
}

function headOf({ subject, from, until, epoch }: BillPlan, { asset, charges, views }: Sums) {
  return {
    kind: 'bill',
    version: 1,
    ...{ subject, asset, charges, views, key: vkeyOf(epoch), origin: epoch.origin },
    from: from.toISOString(),
    until: until.toISOString()
  }
}

/** Returns a charge's line without its proof, and the leaves that follow it. */
function showCharge({ opened, leaves: kept }: ChargeWithViews, subject: Subject) {
  const { charge, salts, shareLeaves } = opened
  const isCampaign = 'campaign' in subject
  const all = kept ?? Buffer.alloc(0)
  const count = all.length / leafBytes
  const ofShares = isCampaign
    ? { from: 0, to: opened.shares.length }
    : placeOf(charge.shares.findIndex(it => it.unit === subject.unit))
  const ofViews = isCampaign ? { from: 0, to: count } : rangeOfUnit(all, subject.unit)
  const shares = opened.shares.slice(ofShares.from, ofShares.to).map((share, index) => {
    const unit = charge.shares[ofShares.from + index]?.unit ?? 0
    const salt = salts.share(charge.campaign, charge.start, unit).toString('hex')
    return { ...(share as { [key: string]: Json }), salt }
  })
  const shown = {
    kind: 'charge',
    ...{ charge: opened.outer, index: opened.index, salt: opened.salt.toString('hex') },
    ...(isCampaign && opening(opened)),
    ...{ shares, sharesFrom: ofShares.from },
    sharesProof: isCampaign ? [] : proofIn(shareLeaves.length, ofShares, at => shareLeaves[at]),
    ...{ views: kept ? 'listed' : 'forgotten', viewsFrom: ofViews.from },
    viewsProof: isCampaign || !kept ? [] : proofIn(count, ofViews, leafIn(all))
  }
  return { shown, leaves: all.subarray(ofViews.from * leafBytes, ofViews.to * leafBytes) }
}

/** Returns the fields of a charge that only the advertiser may see. */
function opening({ charge, details, salts }: OpenedCharge) {
  const { campaign, start } = charge
  return {
    campaignSalt: salts.campaign(campaign).toString('hex'),
    details,
    detailsSalt: salts.details(campaign, start).toString('hex')
  }
}

/** Returns the range proof of a tree whose leaves are all available, so that each is hashed once. */
function proofIn(
  size: number,
  range: LeafRange,
  hashAt: (index: number) => Buffer | undefined
): string[] {
  function* hashes({ from, to }: LeafRange) {
    for (let at = from; at < to; at++) {
      const hash = hashAt(at)
      if (hash) yield hash
    }
  }
  return rangePath(range, size).map(it => rootOf(hashes(it)).toString('hex'))
}

function leafIn(leaves: Buffer) {
  return (index: number) => leafHash(leaves.subarray(index * leafBytes, (index + 1) * leafBytes))
}

function placeOf(index: number): LeafRange {
  return { from: index, to: index + 1 }
}

/** Formats a line. A signed note is the only text that is not ASCII. */
function lineOf(value: { [key: string]: Json }): string {
  const { note, ...rest } = value
  if (note === undefined) return canonicalJson(rest)
  return `${canonicalJson(rest).slice(0, -1)},"note":${JSON.stringify(note)}}`
}

const hexOf = (hashes: readonly Buffer[]) => hashes.map(it => it.toString('hex'))
