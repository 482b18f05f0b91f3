import type { OfferType } from '@mille/api/constants.ts'
import type { Context } from '@mille/server/context.ts'
import type { SignedInBrowser } from './test-app.ts'

let sequence = 0

export type OfferOptions = {
  priceUsCents?: bigint
  type?: OfferType
  name?: string
  categories?: string[]
  languages?: string[]
  state?: 'pending' | 'live'
  turnaroundDays?: number
}

/** Adds an offer to the catalog, on a verified site of the publisher. */
export async function addOffer(
  { db, now }: Context,
  publisher: Pick<SignedInBrowser, 'userId'>,
  options: OfferOptions = {}
): Promise<string> {
  const domain = `site-${++sequence}.example`
  const at = now()
  const site = await db
    .insertInto('sites')
    .values({
      user_id: Number(publisher.userId),
      domain_name: domain,
      origin: `https://${domain}`,
      state: 'verified',
      language: 'en',
      verification_token: `token-${sequence}`,
      verified_at: at,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const offer = await db
    .insertInto('publication_offers')
    .values({
      user_id: Number(publisher.userId),
      site_id: site.id,
      publication_offer_type: options.type ?? 'article',
      state: options.state ?? 'live',
      name: options.name ?? `An article on ${domain}`,
      description: 'Eight hundred words, written by us.',
      domain_name: domain,
      languages: options.languages ?? ['en'],
      categories: options.categories ?? ['bitcoin'],
      price_us_cents: options.priceUsCents ?? 10_000n,
      turnaround_days: options.turnaroundDays ?? 7,
      created_at: at
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(offer.id)
}
