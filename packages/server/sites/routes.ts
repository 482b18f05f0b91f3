import type { AnswerOf } from '@mille/api/endpoint.ts'
import * as endpoints from '@mille/api/sites/endpoints.ts'
import * as schema from '@mille/api/sites/schema.ts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { type Failure, failure, type Reply, reply } from '../http/answers/reply.ts'
import { consumeLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import type { Call, Serve } from '../http/serve.ts'
import { notify } from '../notifications/outbox.ts'
import { readNotOffered } from '../settings/index.ts'
import { siteDocument, siteResources } from './documents.ts'
import {
  categoriesOf,
  changeSite,
  findOwnSite,
  findOwnSiteByName,
  insertSite,
  isProvedByOther,
  isProvedElsewhere,
  listOwnSites,
  markVerified,
  type SiteRow
} from './queries.ts'
import { siteOf } from './site-rules.ts'
import { lookForProof } from './verification.ts'

export function siteRoutes(serve: Serve): void {
  serve(endpoints.listSites, schema.listInput, async ({ context, input, user }) => {
    const { rows, records } = await listOwnSites(
      context.db,
      user.id,
      input['page[offset]'],
      input['page[limit]']
    )
    return reply({ data: await siteResources(context.db, rows), meta: { pagination: { records } } })
  })

  serve(endpoints.readSite, schema.siteInput, async ({ context, input, user }) => {
    const site = await findOwnSite(context.db, user.id, Number(input.id))
    return site ? reply(await siteDocument(context.db, site)) : failure('not_found')
  })

  serve(endpoints.createSite, schema.createSiteInput, createSite)

  serve(endpoints.updateSite, schema.updateSiteInput, ({ context, input, user }) =>
    context.db.transaction().execute(async tx => {
      const site = await findOwnSite(tx, user.id, Number(input.id), 'forUpdate')
      if (!site) return failure('not_found')
      const { language = site.language, category_ids } = input
      const categoryIds = category_ids && [...new Set(category_ids.map(Number))]
      const kept = (await categoriesOf(tx, [site.id])).get(site.id) ?? []
      const refused = await refuseCategories(
        tx,
        (categoryIds ?? []).filter(it => !kept.includes(it))
      )
      if (refused) return refused
      await changeSite(tx, site.id, { language, categoryIds })
      return reply(await siteDocument(tx, { ...site, language }))
    })
  )

  serve(endpoints.verifySite, schema.verifySiteInput, async call => {
    const { context, input, user } = call
    const site = await findOwnSite(context.db, user.id, Number(input.id))
    if (!site) return failure('not_found')
    if (site.state === 'verified') return reply(await siteDocument(context.db, site))
    const limited = await consumeLimit(call, limitNames.verifications)
    if (limited) return limited
    // No transaction is open during the request to the site's server.
    const problem = await lookForProof(context, site, input.method)
    if (problem) return problem
    const verified = await verify(context, site)
    if (!verified)
      return failure('site_taken', { detail: `Another account has verified ${site.domain_name}.` })
    return reply(await siteDocument(context.db, verified))
  })
}

async function createSite({
  context,
  input,
  user
}: Call<z.output<typeof schema.createSiteInput>>): Promise<
  Reply<AnswerOf<typeof endpoints.createSite>>
> {
  return context.db.transaction().execute(async tx => {
    const { domainName, origin } = siteOf(input.page_url)
    const known = await findOwnSiteByName(tx, user.id, domainName)
    if (known) return reply(await siteDocument(tx, known))
    if (await isProvedByOther(tx, user.id, domainName)) {
      return failure('site_taken', {
        pointer: 'page_url',
        detail: `Another account has verified ${domainName}.`
      })
    }
    const categoryIds = [...new Set(input.category_ids.map(Number))]
    const refused = await refuseCategories(tx, categoryIds)
    if (refused) return refused
    const added = await insertSite(tx, {
      userId: user.id,
      domainName,
      origin,
      language: input.language,
      categoryIds,
      token: context.randomBytes(16).toString('hex'),
      at: context.now()
    })
    if (added) return reply(await siteDocument(tx, added), 201)
    // An identical request at the same time may have added the site already.
    const other = await findOwnSiteByName(tx, user.id, domainName)
    if (!other) throw new Error(`site ${domainName} is neither new nor there`)
    return reply(await siteDocument(tx, other))
  })
}

/**
 * Marks the site as verified and notifies its owner in one transaction. Returns undefined when another account was
 * first.
 */
async function verify({ db, now }: Context, site: SiteRow): Promise<SiteRow | undefined> {
  try {
    return await db.transaction().execute(async tx => {
      const verified = await markVerified(tx, site.id, now())
      await notify(tx, {
        kind: 'unit_verified',
        data: { siteId: site.id, name: site.domain_name },
        userId: site.user_id,
        event: `site ${site.id} verified`,
        at: now()
      })
      return verified
    })
  } catch (error) {
    if (isProvedElsewhere(error)) return undefined
    throw error
  }
}

/** Refuses categories that are not offered among newly chosen ones; a category that a site already has may stay. */
async function refuseCategories(tx: Tx, ids: readonly number[]): Promise<Failure | null> {
  const notOffered = await readNotOffered(tx)
  const refused = ids.find(id => notOffered.has(`category:${id}`))
  if (refused === undefined) return null
  const detail = `Category ${refused} is currently not offered.`
  return failure('category_unknown', { pointer: 'category_ids', detail })
}
