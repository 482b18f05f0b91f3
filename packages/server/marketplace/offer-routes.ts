import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/marketplace/endpoints.ts'
import * as schema from '@mille/api/marketplace/schema.ts'
import type { z } from 'zod'
import { premiumContact } from '../accounts/index.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply } from '../http/answers/reply.ts'
import { addressBlock } from '../http/callers/client-address.ts'
import { prepareLimit } from '../http/consume-limit.ts'
import { type Limit, limits as limitNames } from '../http/limits/limits.ts'
import { readFormFile } from '../http/requests/form.ts'
import type { Call, Once, Serve } from '../http/serve.ts'
import type { Description } from '../markdown/read-markdown.ts'
import { findOwnSite } from '../sites/index.ts'
import { descriptionColumns, readDescription } from './descriptions.ts'
import { hasLogo, insertLogo, logoSource } from './logo-queries.ts'
import { offerResource } from './offer-documents.ts'
import { changeOffer, insertOffer, lockOffer, type OfferRow } from './offer-queries.ts'
import { readLogo } from './uploads.ts'

/** Rate limit for previews by the offer form, which is open to everyone and sends a request whenever typing pauses. */
const previews: Limit = { name: 'offer-previews', points: 600, seconds: 600 }

/** Routes for a publisher's own offers. */
export function offerRoutes(serve: Serve): void {
  serve(endpoints.createOffer, schema.createOfferInput, createOffer, prepareCreation)

  serve(endpoints.previewDescription, schema.previewDescriptionInput, async call => {
    const { limits, input, address } = call
    const allowed = await limits.consume(previews, addressBlock(address))
    if (!allowed.ok)
      return failure('too_many_requests', { retryAfterSeconds: allowed.retryAfterSeconds })
    const description = await readDescription(input.description)
    if (!description.ok) return description
    const attributes = { description_tree: description.value.tree }
    return reply(
      { data: { type: 'publication_offer_previews' as const, id: '1', attributes } },
      201
    )
  })

  serve(endpoints.updateOffer, schema.updateOfferInput, async ({ context, input, user }) => {
    const { description: text } = input
    // No database connection is held while the description is parsed.
    const description = text === undefined ? null : await readDescription(text)
    if (description?.ok === false) return description
    return context.db.transaction().execute(async tx => {
      const offer = await lockOffer(tx, Number(input.id))
      if (offer?.user_id !== user.id) return failure('not_found')
      if (offer.state === 'archived')
        return failure('state_not_allowed', { detail: 'An archived offer cannot be changed.' })
      const change = await readChange(tx, user.id, input)
      if (!change.ok) return change
      const isReviewed = needsReview(offer, change.value)
      const row = await changeOffer(tx, offer.id, {
        ...change.value,
        ...(description && descriptionColumns(description.value)),
        // The catalog must show what the operator reviewed, so changed texts and pictures are reviewed again.
        ...(isReviewed ? { state: 'pending', rejected_reason: null } : {})
      })
      return reply({ data: offerResource(row) })
    })
  })

  serve(endpoints.archiveOffer, schema.offerInput, ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const offer = await lockOffer(tx, Number(input.id))
      if (offer?.user_id !== user.id) return failure('not_found')
      await changeOffer(tx, offer.id, { state: 'archived' })
      return reply(undefined, 204)
    })
  )

  serve(
    endpoints.uploadOfferLogo,
    null,
    async call => {
      const { context, form, user } = call
      const file = readFormFile(form, 'data[image]')
      if (!file.ok) return failure('banner_not_image', { pointer: 'image', detail: file.detail })
      const logo = await readLogo(file.value)
      if (!logo.ok) return failure(logo.code, { pointer: 'image', detail: logo.detail })
      await insertLogo(context.db, user.id, logo.value, context.now())
      const { hash: id } = logo.value
      const data = {
        type: 'publication_offer_logos' as const,
        id,
        attributes: { source: logoSource(id) }
      }
      return reply({ data }, 201)
    },
    call => prepareLimit(call, limitNames.uploads)
  )
}

type Creation = Call<z.output<typeof schema.createOfferInput>>

async function prepareCreation(call: Creation) {
  const allowed = await prepareLimit(call, limitNames.offers)
  return allowed.ok ? readDescription(call.input.description) : allowed
}

async function createOffer(
  call: Creation & Once,
  description: Description
): Promise<Reply<AnswerOf<typeof endpoints.createOffer>>> {
  const { context, input, user } = call
  const { tx } = call.once
  const change = await readChange(tx, user.id, input)
  if (!change.ok) return change
  const row = await insertOffer(tx, {
    ...change.value,
    name: input.name,
    description: input.description,
    ...descriptionColumns(description),
    publication_offer_type: input.publication_offer_type,
    languages: input.languages,
    categories: input.categories,
    price_us_cents: BigInt(input.price_us_cents),
    domain_name: change.value.domain_name ?? '',
    user_id: user.id,
    promotion_level: (await premiumContact(tx, user.id)) === null ? 0 : 1,
    state: 'pending',
    created_at: context.now()
  })
  return reply({ data: offerResource(row) }, 201)
}

type Input = Omit<z.output<typeof schema.updateOfferInput>, 'id'>
type Change = Partial<
  Pick<
    OfferRow,
    | 'site_id'
    | 'domain_name'
    | 'publication_offer_type'
    | 'name'
    | 'description'
    | 'languages'
    | 'categories'
    | 'included'
    | 'turnaround_days'
    | 'price_us_cents'
    | 'logo'
  >
>

/**
 * Converts the input to changed columns. The site must be verified and belong to the account, and the account must have
 * uploaded the logo.
 */
async function readChange(
  tx: Tx,
  userId: number,
  { site_id, logo_id, price_us_cents, ...given }: Input
): Promise<{ ok: true; value: Change } | Failure> {
  const change: Change = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== undefined && name !== 'id')
  )
  if (price_us_cents !== undefined) change.price_us_cents = BigInt(price_us_cents)
  if (site_id !== undefined) {
    const site = await findOwnSite(tx, userId, Number(site_id))
    if (site?.state !== 'verified') return failure('site_not_verified', { pointer: 'site_id' })
    change.site_id = site.id
    change.domain_name = site.domain_name
  }
  if (logo_id !== undefined && logo_id !== null && !(await hasLogo(tx, userId, logo_id)))
    return failure('logo_unknown', { pointer: 'logo_id' })
  if (logo_id !== undefined) change.logo = logo_id === null ? null : logoSource(logo_id)
  return { ok: true, value: change }
}

/**
 * Whether a change requires a new review. Price and turnaround may change at any time; an operator has reviewed
 * everything else.
 */
function needsReview(offer: OfferRow, change: Change): boolean {
  if (offer.state === 'rejected') return true
  const { price_us_cents: _price, turnaround_days: _days, ...looked } = change
  return Object.entries(looked).some(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(offer[name as keyof typeof looked])
  )
}
