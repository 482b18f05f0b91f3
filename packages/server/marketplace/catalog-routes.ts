import { dayMs } from '@mille/api/durations.ts'
import * as endpoints from '@mille/api/marketplace/endpoints.ts'
import * as schema from '@mille/api/marketplace/schema.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { pageSizes } from '@mille/api/page-sizes.ts'
import type { z } from 'zod'
import { readStyles } from '../brand/queries.ts'
import type { Context } from '../context.ts'
import { failure, reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readUsdPerBtc } from '../payments/index.ts'
import { countFacets } from './catalog-facets.ts'
import { createCatalogIndex } from './catalog-index.ts'
import { findByWords, listOffers } from './catalog-queries.ts'
import type { CatalogFilter } from './catalog-rules.ts'
import { offerResource, wholeOfferResource } from './offer-documents.ts'
import {
  findOffer,
  listOwnOffers,
  newestOffers,
  newestRatings,
  otherOffersOf,
  readSiteFigures,
  similarOffers,
  type WholeOfferRow
} from './offer-queries.ts'
import { priceIn } from './order-rules.ts'

const besideOffer = 3
const shownRatings = 10
const figureDays = 30
const noFacets: endpoints.Facets = {
  publication_offer_type: [],
  languages: [],
  categories: [],
  sites: [],
  promotion_level: []
}

export function catalogRoutes(serve: Serve): void {
  const catalog = createCatalogIndex()

  serve(endpoints.previewOffers, schema.previewInput, async ({ context, input }) => {
    const [rows, styles] = await Promise.all([
      newestOffers(context.db, input.limit),
      readStyles(context.db)
    ])
    return reply({ data: rows.map(offerResource), meta: { styles } }, 200, {
      headers: { 'Cache-Control': 'public, max-age=60' }
    })
  })

  serve(endpoints.listOffers, schema.listInput, async ({ context, input, visitor }) => {
    const limit = input.preview ? pageSizes.preview : pageSizes.catalog
    const page = { offset: (input['page[number]'] - 1) * limit, limit }
    if (input['filter[mine]']) {
      if (!visitor) return failure('not_authenticated')
      const own = await listOwnOffers(context.db, visitor.id, page.offset, page.limit)
      return reply({
        data: own.rows.map(offerResource),
        meta: { pagination: { records: own.records }, facets: noFacets }
      })
    }
    const filter = readFilter(input)
    const [rows, offers, found] = await Promise.all([
      listOffers(context.db, filter, page),
      catalog.read(context.db),
      findByWords(context.db, filter.words)
    ])
    const { records, facets } = countFacets(offers, filter, found)
    return reply({ data: rows.map(offerResource), meta: { pagination: { records }, facets } })
  })

  serve(endpoints.readOffer, schema.offerInput, async ({ context, input, visitor, session }) => {
    const offer = await findOffer(context.db, Number(input.id))
    const isOwn = offer !== undefined && visitor?.id === offer.user_id
    // An offer that is not in the catalog is visible to its owner and to operators who review offers.
    const mayReview = mayOperate(endpoints.listPendingOffers, visitor?.roles ?? [])
    // Strangers who look around as an operator see the offers that wait for review, but none that was rejected.
    const isInReview = !session?.lookAround || offer?.state === 'pending'
    const isSeen = offer?.state === 'live' || isOwn || (mayReview && isInReview)
    if (!offer || !isSeen) return failure('not_found')
    return reply(await offerDocument(context, offer, isOwn))
  })
}

async function offerDocument(
  context: Context,
  offer: WholeOfferRow,
  isOwn: boolean
): Promise<endpoints.OfferDocument> {
  const { db } = context
  const since = new Date(context.now().getTime() - figureDays * dayMs)
  const [similar, samePublisher, site, ratings, rate] = await Promise.all([
    similarOffers(db, offer, besideOffer),
    otherOffersOf(db, offer, besideOffer),
    readSiteFigures(db, offer.site_id, since),
    newestRatings(db, offer.id, shownRatings),
    readUsdPerBtc(context)
  ])
  const btc = rate === null ? null : priceIn('BTC', offer.price_us_cents, rate)
  return {
    data: wholeOfferResource(offer),
    meta: {
      similar: similar.map(offerResource),
      same_publisher: samePublisher.map(offerResource),
      is_own: isOwn,
      rejected_reason: isOwn ? offer.rejected_reason : null,
      site_id: isOwn && offer.site_id !== null ? String(offer.site_id) : null,
      site: {
        for_sale: site.forSale === null ? null : String(site.forSale),
        verified_at: site.verifiedAt?.toISOString() ?? null,
        impressions: site.impressions
      },
      price: {
        USD: priceIn('USD', offer.price_us_cents, null).toString(),
        BTC: btc?.toString() ?? null
      },
      ratings: ratings.map(it => ({ ...it, created_at: it.created_at.toISOString() }))
    }
  }
}

function readFilter(input: z.output<typeof schema.listInput>): CatalogFilter {
  return {
    types: input['filter[publication_offer_type_in]'] ?? [],
    languages: input['filter[languages_code_in]'] ?? [],
    categories: input['filter[categories_name_in]'] ?? [],
    sites: (input['filter[site_domain_name_in]'] ?? []).map(it => it.toLowerCase()),
    promotionLevel: input['filter[promotion_level_eq]'] ?? null,
    minCents: input['filter[price_us_cents_gteq]'] ?? null,
    maxCents: input['filter[price_us_cents_lteq]'] ?? null,
    words: input['filter[query]'] ?? '',
    sort: input.sort ?? null
  }
}
