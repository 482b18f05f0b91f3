import { accentColors } from '@mille/api/brand/accent.ts'
import * as endpoints from '@mille/api/brand/endpoints.ts'
import * as schema from '@mille/api/brand/schema.ts'
import type { Database } from '../db/connect.ts'
import { reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { insertChange, listChanges, readBrand } from './queries.ts'

/** Serves the network's name and colors, and lets operators change them. */
export function brandRoutes(serve: Serve): void {
  serve(endpoints.readBrand, null, async ({ context }) => reply(await brandDocument(context.db)))

  serve(endpoints.listBrandChanges, null, async ({ context }) => {
    const data = (await listChanges(context.db)).map(it => ({
      type: 'brand_changes' as const,
      id: String(it.id),
      attributes: {
        name: it.name,
        accent: it.accent,
        support_address: it.support_address,
        changed_at: it.changed_at.toISOString(),
        changed_by: it.changed_by_name ?? String(it.changed_by)
      }
    }))
    return reply({ data })
  })

  serve(endpoints.changeBrand, schema.changeBrandInput, async ({ context, input, user }) => {
    const { name, accent, support_address } = input
    const by = { userId: user.id, at: context.now() }
    await insertChange(context.db, { name, accent, supportAddress: support_address }, by)
    return reply(await brandDocument(context.db))
  })
}

async function brandDocument(db: Database): Promise<endpoints.BrandDocument> {
  const { name, accent, supportAddress } = await readBrand(db)
  const colors = accent === null ? null : accentColors(accent)
  return {
    data: {
      type: 'brands',
      id: '1',
      attributes: { name, accent, colors, support_address: supportAddress }
    }
  }
}
