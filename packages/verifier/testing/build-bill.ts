import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { canonical, type Json } from '../canonical.ts'
import { detailsShape } from '../line-shapes.ts'
import { recompute } from '../recompute.ts'

export type View = {
  unit: number
  minute: number
  visitor: number
  banner?: number
  /** Views with the same value share one decision. */
  decision?: string
}
export type ChargePlan = {
  start: string
  end: string
  views: readonly View[]
  details?: Record<string, Json>
  /** The network's claim about the views: they are no longer kept, or were not kept when the charge was logged. */
  viewsAre?: 'forgotten' | 'without_root'
  /** Changes the recomputed values before they are hashed and logged, as a lying network with its own key would. */
  lie?: (charge: { [key: string]: Json }, shares: { [key: string]: Json }[]) => void
}
export type Plan = {
  campaign?: number
  charges: readonly ChargePlan[]
  /** Values that replace those of the first log entry. */
  genesis?: Record<string, Json>
  /** Public log entries before the charges (`notices`) and after them (`late`); left out of the file if `isLeftOut`. */
  notices?: readonly Notice[]
  late?: readonly Notice[]
  /** Selects the logged charges that the file contains. */
  shown?: (index: number) => boolean
  /** Period that the bill claims to cover. */
  span?: { from: string; until: string }
  /** Ad unit whose bill to build, instead of the campaign's. */
  unit?: number
  /** Size of an earlier log; the bill proves that the current log continues it. */
  kept?: number
  /** Number of other entries that come first, so that the log has a realistic size. */
  others?: number
  seed?: string
}
export type Notice = { entry: { [key: string]: Json }; isLeftOut?: boolean }
export type BuiltBill = {
  lines: string[]
  text: string
  key: string
  noteAt: (size: number) => string
  /** All entries of the log, encoded as in its files. */
  entries: Buffer
}

const origin = 'ads.example/log'
const usualGenesis: { [key: string]: Json } = {
  at: '2026-11-01T00:00:00.000Z',
  chargesSince: '2026-11-01T00:00:00.000Z',
  feeBasisPoints: 2000,
  kind: 'genesis',
  origin,
  premiumFeeBasisPoints: 1500,
  retentionDays: 30,
  version: 1
}

/** Builds a bill as docs/bill.md specifies, from a seed and without a server. */
export function buildBill(plan: Plan): BuiltBill {
  const { campaign = 12, unit, others = 3, seed = 'mille' } = plan
  const { notices = [], late = [], shown: isShown = () => true } = plan
  const genesis = { ...usualGenesis, ...plan.genesis }
  const random = (label: string, bytes: number) =>
    createHmac('sha256', seed).update(label).digest().subarray(0, bytes)
  const signer = createSigner(random('key', 32))
  const entries: Buffer[] = [Buffer.from(`\u0002${canonical(genesis)}`)]
  for (let at = 0; at < others; at++)
    entries.push(Buffer.concat([Buffer.of(1), random(`other ${at}`, 32)]))
  const charges = sealCharges(plan, campaign, random)
  const bytesOf = ({ entry }: Notice) => Buffer.from(`\u0002${canonical(entry)}`)
  entries.push(...notices.map(bytesOf))
  const firstCharge = entries.length
  for (const it of charges) entries.push(it.entry)
  entries.push(...late.map(bytesOf))
  const hashes = entries.map(leafHash)
  const noteAt = (size: number) => signer.note(size, rootOf(hashes.slice(0, size)))
  const proofAt = (index: number) => rangeProof(hashes, index, index + 1)
  const shown = charges.flatMap((it, place) => {
    const index = firstCharge + place
    return isShown(place) ? linesOf(it, { index, proof: proofAt(index), unit }) : []
  })
  const publicLines = (some: readonly Notice[], from: number) =>
    some.flatMap(({ entry, isLeftOut = false }, place) => {
      const index = from + place
      return isLeftOut ? [] : [{ entry, index, kind: 'entry', proof: proofAt(index) }]
    })
  const counted = shown.filter(it => it.kind === 'charge')
  const views = sum(
    counted.map(it => sum((it.shares as { billable: number }[]).map(share => share.billable)))
  )
  const total = sum(
    unit === undefined
      ? charges.filter((_, at) => isShown(at)).map(it => Number(it.details.charged))
      : counted.flatMap(it => (it.shares as { net: string }[]).map(share => Number(share.net)))
  )
  const [first, last] = [plan.charges[0], plan.charges.at(-1)]
  const lines: Json[] = [
    {
      ...{
        asset: 'BTC',
        charges: counted.length,
        from: plan.span?.from ?? first?.start ?? String(genesis.at),
        key: signer.key
      },
      ...{ kind: 'bill', origin, subject: unit === undefined ? { campaign } : { unit } },
      ...{ until: plan.span?.until ?? last?.end ?? String(genesis.at), version: 1, views }
    },
    { kind: 'checkpoint', note: noteAt(hashes.length) },
    ...(plan.kept === undefined
      ? []
      : [
          {
            from: plan.kept,
            hashes: consistency(hashes, plan.kept),
            kind: 'consistency',
            to: hashes.length
          }
        ]),
    { entry: genesis, index: 0, kind: 'entry', proof: proofAt(0) },
    ...publicLines(notices, others + 1),
    ...publicLines(late, firstCharge + charges.length),
    ...shown
  ]
  return {
    ...sealLines(lines.map(canonical), { charges: counted.length, total, views }),
    key: signer.key,
    noteAt,
    entries: Buffer.concat(entries.flatMap(it => [uint16(it.length), it]))
  }
}

/** Appends the last line of a bill, with the sums and the checksum. */
export function sealLines(
  lines: readonly string[],
  sums: { charges: number; total: number; views: number }
): { lines: string[]; text: string } {
  const body = lines.map(it => `${it}\n`).join('')
  const end = {
    ...sums,
    total: String(sums.total),
    kind: 'end',
    sha256: sha256(body).toString('hex')
  }
  return { lines: [...lines, canonical(end)], text: `${body}${canonical(end)}\n` }
}

type Sealed = {
  charge: { [key: string]: Json }
  details: { [key: string]: Json }
  detailsSalt: Buffer
  campaignSalt: Buffer
  salt: Buffer
  entry: Buffer
  shares: { share: { [key: string]: Json }; salt: Buffer; leaf: Buffer }[]
  views: Buffer[]
  viewsAre: ChargePlan['viewsAre']
}

function sealCharges(
  plan: Plan,
  campaign: number,
  random: (label: string, bytes: number) => Buffer
): Sealed[] {
  let previous = '0'.repeat(64)
  let [spent, carried] = [0n, 0]
  const spentOn = new Map<string, bigint>()
  return plan.charges.map(({ start, end, views, details: given, lie, viewsAre }, index) => {
    const counts = Map.groupBy(views, it => it.unit)
    const units = [...counts.keys()].sort((one, other) => one - other)
    const before = spentOn.get(start.slice(0, 10)) ?? 0n
    const details: { [key: string]: Json } = {
      ...{ activeSeconds: 7200, balance: '500000', billable: views.length, carriedIn: carried },
      ...{ carriedOut: 0, charged: '0', dailyBudget: '100000', due: '0', fee: '0' },
      ...{ feeBasisPoints: 2000, hasPartner: false, maxCpm: '2500', referral: '0' },
      ...{ rejected: { repeated: 2, seen_today: 5 }, spent: `${spent}`, spentToday: `${before}` },
      ...{ totalBudget: null, trafficType: 'cpm', unpaid: '0', windowSeconds: 7200, ...given }
    }
    const weights = units.map(it => BigInt(counts.get(it)?.length ?? 0))
    const seconds = Math.floor(Date.parse(start) / 1000) % 86_400
    const found = recompute(detailsShape(details), weights, seconds)
    Object.assign(details, {
      ...{ carriedOut: Number(found.carriedOut), charged: `${found.charged}`, due: `${found.due}` },
      ...{ fee: `${found.fee}`, referral: `${found.referral}` }
    })
    const listed = units.map((unit, at) => {
      const { gross = 0n, fee = 0n, referral = 0n, net = 0n } = found.parts[at] ?? {}
      return {
        ...{
          billable: Number(weights[at]),
          fee: `${fee}`,
          feeBasisPoints: Number(details.feeBasisPoints)
        },
        ...{ gross: `${gross}`, net: `${net}`, referral: `${referral}`, unit }
      }
    })
    lie?.(details, listed)
    const shares = listed.map(share => {
      const salt = random(`share ${index} ${share.unit}`, 16)
      return { share, salt, leaf: Buffer.concat([salt, Buffer.from(canonical(share))]) }
    })
    const leaves = leavesOf(views, counts, start, campaign, index, random)
    const [campaignSalt, detailsSalt, salt] = [
      random('campaign', 16),
      random(`details ${index}`, 16),
      random(`charge ${index}`, 16)
    ]
    const charge = {
      asset: 'BTC',
      campaign: sha256('campaign', campaignSalt, uint32(campaign)).toString('hex'),
      details: sha256(detailsSalt, canonical(details)).toString('hex'),
      previous,
      shares: {
        count: shares.length,
        root: rootOf(shares.map(it => leafHash(it.leaf))).toString('hex')
      },
      version: 1,
      views: {
        count: views.length,
        root: viewsAre === 'without_root' ? null : rootOf(leaves.map(leafHash)).toString('hex')
      },
      window: [start, end]
    }
    const digest = sha256(canonical(charge))
    previous = digest.toString('hex')
    spent += details.totalBudget === null ? 0n : found.charged
    spentOn.set(start.slice(0, 10), before + found.charged)
    carried = Number(found.carriedOut)
    const entry = Buffer.concat([Buffer.of(1), sha256(salt, digest)])
    return {
      charge,
      details,
      detailsSalt,
      campaignSalt,
      salt,
      entry,
      shares,
      views: leaves,
      viewsAre
    }
  })
}

function leavesOf(
  views: readonly View[],
  counts: ReadonlyMap<number, readonly View[]>,
  start: string,
  campaign: number,
  window: number,
  random: (label: string, bytes: number) => Buffer
): Buffer[] {
  const startMinute = Math.floor(Date.parse(start) / 60_000)
  const leaves = views.map(({ unit, minute, visitor, banner = 0, decision }, index) => {
    const shown = (counts.get(unit)?.length ?? 0) < 5 ? startMinute : startMinute + minute
    const day = start.slice(0, 10)
    return Buffer.concat([
      random(`decision ${decision ?? `${window} ${index}`}`, 16),
      ...[unit, banner, shown].map(uint32),
      random(`visitor ${campaign} ${day} ${visitor}`, 8)
    ])
  })
  const placeOf = (leaf: Buffer) =>
    Buffer.concat([leaf.subarray(16, 20), leaf.subarray(24, 28), leaf.subarray(0, 16)])
  return leaves.sort((one, other) => placeOf(one).compare(placeOf(other)))
}

type Shown = { index: number; proof: string[]; unit: number | undefined }

function linesOf(it: Sealed, { index, proof, unit }: Shown): { [key: string]: Json }[] {
  const of = it.shares.map(share => share.share.unit as number)
  if (unit !== undefined && !of.includes(unit)) return []
  const unitOf = (leaf: Buffer) => leaf.readUInt32BE(16)
  const isShown = (id: number) => unit === undefined || id === unit
  const sharesFrom = unit === undefined ? 0 : of.indexOf(unit)
  const shares = it.shares.filter((_, at) => isShown(of[at] ?? 0))
  const viewsFrom = unit === undefined ? 0 : it.views.findIndex(leaf => unitOf(leaf) === unit)
  const isListed = it.viewsAre === undefined
  const views = isListed ? it.views.filter(leaf => isShown(unitOf(leaf))) : []
  const line = {
    ...{ charge: it.charge, index, kind: 'charge', proof, salt: it.salt.toString('hex') },
    ...(unit === undefined && {
      campaignSalt: it.campaignSalt.toString('hex'),
      details: it.details,
      detailsSalt: it.detailsSalt.toString('hex')
    }),
    shares: shares.map(({ share, salt }) => ({ ...share, salt: salt.toString('hex') })),
    sharesFrom,
    sharesProof: rangeProof(
      it.shares.map(share => leafHash(share.leaf)),
      sharesFrom,
      sharesFrom + shares.length
    ),
    views: isListed ? 'listed' : 'forgotten',
    viewsFrom,
    viewsProof: rangeProof(it.views.map(leafHash), viewsFrom, viewsFrom + views.length)
  }
  const pieces: { [key: string]: Json }[] = []
  for (let at = 0; at < views.length; at += 1000)
    pieces.push({
      kind: 'views',
      leaves: Buffer.concat(views.slice(at, at + 1000)).toString('base64')
    })
  return [line, ...pieces]
}

function createSigner(seed: Buffer) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const typed = Buffer.concat([Buffer.of(1), raw])
  const name = sha256(`${origin}\n`, typed).subarray(0, 4)
  return {
    key: `${origin}+${name.toString('hex')}+${typed.toString('base64')}`,
    note(size: number, root: Buffer) {
      const text = `${origin}\n${size}\n${root.toString('base64')}\n`
      const mark = Buffer.concat([name, sign(null, Buffer.from(text), key)])
      return `${text}\n— ${origin} ${mark.toString('base64')}\n`
    }
  }
}

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function leafHash(data: Uint8Array): Buffer {
  return sha256(Buffer.of(0), data)
}

function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes
  if (!first) return sha256()
  if (hashes.length === 1) return first
  const middle = half(hashes.length)
  return sha256(Buffer.of(1), rootOf(hashes.slice(0, middle)), rootOf(hashes.slice(middle)))
}

function rangeProof(hashes: readonly Buffer[], from: number, to: number): string[] {
  const walk = (low: number, high: number): Buffer[] => {
    if (high <= from || low >= to) return [rootOf(hashes.slice(low, high))]
    if (low >= from && high <= to) return []
    const middle = low + half(high - low)
    return [...walk(low, middle), ...walk(middle, high)]
  }
  return hashes.length === 0 ? [] : walk(0, hashes.length).map(it => it.toString('hex'))
}

function consistency(hashes: readonly Buffer[], old: number): string[] {
  const walk = (m: number, part: readonly Buffer[], isWhole: boolean): Buffer[] => {
    if (m === part.length) return isWhole ? [] : [rootOf(part)]
    const middle = half(part.length)
    return m <= middle
      ? [...walk(m, part.slice(0, middle), isWhole), rootOf(part.slice(middle))]
      : [...walk(m - middle, part.slice(middle), false), rootOf(part.slice(0, middle))]
  }
  const isProof = old > 0 && old < hashes.length
  return isProof ? walk(old, hashes, true).map(it => it.toString('hex')) : []
}

function half(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function sum(values: readonly number[]): number {
  return values.reduce((all, it) => all + it, 0)
}
