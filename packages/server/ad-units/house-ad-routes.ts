import type { HouseAd } from '@mille/api/ad-units/endpoints.ts'
import * as endpoints from '@mille/api/ad-units/endpoints.ts'
import * as schema from '@mille/api/ad-units/house-ads.ts'
import { maxHouseAds } from '@mille/api/constants.ts'
import { takeTurn } from '../accounts/index.ts'
import {
  type BannerRow,
  bannerResource,
  holdOwnBanners,
  noDates,
  readDates
} from '../campaigns/index.ts'
import type { Database, Tx } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import {
  bannersOfHouseAds,
  countHouseAds,
  deleteHouseAd,
  type HouseAdRow,
  insertHouseAd,
  listHouseAdsOf,
  lockHouseAd,
  writeHouseAd,
  writeHouseAdBanners
} from './house-ad-queries.ts'
import { findOwnAdUnit } from './queries.ts'

/** Calls for house ads, which a publisher's ad unit shows while no campaign matches it. */
export function houseAdRoutes(serve: Serve): void {
  serve(endpoints.listHouseAds, schema.listHouseAdsInput, async ({ context, input, user }) => {
    const unit = await findOwnAdUnit(context.db, user.id, Number(input.id))
    if (!unit) return failure('not_found')
    return reply({
      data: await houseAdResources(context.db, await listHouseAdsOf(context.db, unit.id))
    })
  })

  serve(endpoints.createHouseAd, schema.createHouseAdInput, async call => {
    const { context, input, user } = call
    const { tx } = call.once
    const unit = await findOwnAdUnit(tx, user.id, Number(input.id))
    if (!unit) return failure('not_found')
    const created_at = context.now()
    const dates = readDates(input, noDates, created_at)
    if (!dates.ok) return dates
    const bannerIds = input.banner_ids.map(Number)
    if (!(await holdOwnBanners(tx, user.id, bannerIds))) return unknownBanner
    // Two simultaneous requests are counted one after the other.
    await takeTurn(tx, user.id)
    if ((await countHouseAds(tx, unit.id)) >= maxHouseAds) {
      return failure('house_ads_too_many', {
        detail: `An ad unit can have up to ${maxHouseAds} house ads. Remove one that you no longer need.`
      })
    }
    const { text, link, weight } = input
    const ad = { unit_id: unit.id, text, link, weight, ...dates.value, created_at }
    const added = await insertHouseAd(tx, ad)
    await writeHouseAdBanners(tx, added.id, bannerIds)
    return reply({ data: await readHouseAd(tx, added) }, 201)
  })

  serve(endpoints.updateHouseAd, schema.updateHouseAdInput, async ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const before = await lockHouseAd(tx, user.id, Number(input.id))
      if (!before) return failure('not_found')
      const dates = readDates(input, before, context.now())
      if (!dates.ok) return dates
      const bannerIds = input.banner_ids?.map(Number)
      if (bannerIds && !(await holdOwnBanners(tx, user.id, bannerIds))) return unknownBanner
      const { text = before.text, link = before.link, weight = before.weight } = input
      const ad = { ...before, text, link, weight, ...dates.value }
      await writeHouseAd(tx, ad)
      if (bannerIds) await writeHouseAdBanners(tx, ad.id, bannerIds)
      return reply({ data: await readHouseAd(tx, ad) })
    })
  )

  serve(endpoints.deleteHouseAd, schema.houseAdInput, async ({ context, input, user }) => {
    const isOwn = await deleteHouseAd(context.db, user.id, Number(input.id))
    return isOwn ? reply(undefined, 204) : failure('not_found')
  })
}

const unknownBanner = failure('banner_unknown', { pointer: 'banner_ids' })

/** Returns house ads of one unit with their banners. */
async function houseAdResources(
  db: Database | Tx,
  rows: readonly HouseAdRow[]
): Promise<HouseAd[]> {
  const banners = await bannersOfHouseAds(
    db,
    rows.map(it => it.id)
  )
  return rows.map(it => houseAdResource(it, banners.get(it.id) ?? []))
}

async function readHouseAd(tx: Tx, row: HouseAdRow): Promise<HouseAd> {
  return houseAdResource(row, (await bannersOfHouseAds(tx, [row.id])).get(row.id) ?? [])
}

function houseAdResource(row: HouseAdRow, banners: readonly BannerRow[]): HouseAd {
  const { id, text, link, weight, starts_at, ends_at, created_at } = row
  return {
    type: 'house_ads',
    id: String(id),
    attributes: {
      text,
      link,
      weight,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      banners: banners.map(bannerResource)
    }
  }
}
