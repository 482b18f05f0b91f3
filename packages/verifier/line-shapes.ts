import type { Json } from './canonical.ts'
import * as shape from './shapes.ts'

const asset = shape.oneOf('BTC', 'USD')
const tree = shape.object({ count: shape.integer, root: shape.orNull(shape.hash) })
const window: shape.Shape<[string, string]> = value => {
  const [start, end, ...more] = shape.list(shape.text)(value)
  if (start === undefined || end === undefined || more.length > 0) throw new TypeError('no window')
  shape.moment(start)
  shape.moment(end)
  return [start, end]
}
const share = shape.object({
  ...{ billable: shape.integer, feeBasisPoints: shape.integer, unit: shape.integer },
  ...{ fee: shape.amount, gross: shape.amount, net: shape.amount, referral: shape.amount },
  salt: shape.salt
})
const sealed = shape.object({
  ...{ asset, campaign: shape.hash, details: shape.hash, previous: shape.hash },
  ...{ shares: tree, views: tree, window }
})

export const detailsShape = shape.object({
  trafficType: shape.oneOf('cpm', 'cpd'),
  dailyBudget: shape.amount,
  totalBudget: shape.orNull(shape.amount),
  maxCpm: shape.orNull(shape.amount),
  windowSeconds: shape.integer,
  activeSeconds: shape.integer,
  billable: shape.integer,
  balance: shape.amount,
  spent: shape.amount,
  spentToday: shape.amount,
  unpaid: shape.amount,
  carriedIn: shape.integer,
  carriedOut: shape.integer,
  due: shape.amount,
  charged: shape.amount,
  fee: shape.amount,
  feeBasisPoints: shape.integer,
  referral: shape.amount,
  hasPartner: shape.truth,
  hours: shape.optional(shape.text),
  timeZone: shape.optional(shape.text)
})

/** Fields of a charge's line in the bill of a campaign or an ad unit. */
const chargeShape = shape.object({
  ...{ charge: sealed, salt: shape.salt, index: shape.integer, proof: shape.list(shape.hash) },
  ...{ shares: shape.list(share), sharesFrom: shape.integer },
  sharesProof: shape.list(shape.hash),
  views: shape.oneOf('listed', 'forgotten'),
  ...{ viewsFrom: shape.integer, viewsProof: shape.list(shape.hash) }
})
/** Additional fields of a charge's line in a campaign's bill. */
export const openedShape = shape.object({
  ...{ campaignSalt: shape.salt, details: detailsShape, detailsSalt: shape.salt }
})

export type Subject = { campaign: number } | { unit: number }
const subject: shape.Shape<Subject> = value => {
  const found = shape.anyObject(value)
  return 'campaign' in found
    ? { campaign: shape.integer(found.campaign) }
    : { unit: shape.integer(found.unit) }
}

export const lineShapes = {
  bill: shape.object({
    ...{ asset, charges: shape.integer, views: shape.integer, subject, version: shape.integer },
    ...{ origin: shape.text, key: shape.text, from: shape.moment, until: shape.moment }
  }),
  checkpoint: shape.object({ note: shape.text }),
  consistency: shape.object({
    ...{ from: shape.integer, to: shape.integer, hashes: shape.list(shape.hash) }
  }),
  entry: shape.object({
    ...{ entry: shape.anyObject, index: shape.integer, proof: shape.list(shape.hash) }
  }),
  charge: chargeShape,
  views: shape.object({ leaves: shape.leaves }),
  end: shape.object({ charges: shape.integer, views: shape.integer, total: shape.amount })
} as const

export type LineKind = keyof typeof lineShapes
export type Line<Kind extends LineKind> = ReturnType<(typeof lineShapes)[Kind]>
export type Details = ReturnType<typeof detailsShape>
export type Share = ReturnType<typeof share>
/** A parsed line together with its raw JSON from the file. */
export type ReadLine<Kind extends LineKind> = Line<Kind> & { raw: { [key: string]: Json } }
