import { accentColors } from '@mille/api/brand/accent.ts'
import * as endpoints from '@mille/api/brand/endpoints.ts'
import * as schema from '@mille/api/brand/schema.ts'
import type { Database } from '../db/connect.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { prepareLimit } from '../http/consume-limit.ts'
import { limits as limitNames } from '../http/limits/limits.ts'
import { readFormFile } from '../http/requests/form.ts'
import type { Serve } from '../http/serve.ts'
import { encodeLogo } from './logo.ts'
import { logoAddress } from './logo-address.ts'
import { hasLogo, insertChange, insertLogo, listChanges, readBrand } from './queries.ts'
import { sheetOf } from './styles.ts'

/** Serves the network's name and colors, and lets operators change them. */
export function brandRoutes(serve: Serve): void {
  serve(endpoints.readBrand, null, async ({ context, request }) => {
    // A widget on another site may be some minutes behind, but a page of the network shows a change at once. Browsers
    // send this header with a read only if the page is on another site.
    const caching = request.headers.has('Origin') ? 'public, max-age=300' : 'no-store'
    return reply(await brandDocument(context.db), 200, {
      headers: { 'Cache-Control': caching, Vary: 'Origin' }
    })
  })

  serve(endpoints.listBrandChanges, null, async ({ context }) => {
    const data = (await listChanges(context.db)).map(it => ({
      type: 'brand_changes' as const,
      id: String(it.id),
      attributes: {
        name: it.name,
        accent: it.accent,
        support_address: it.support_address,
        logo: it.logo === null ? null : logoAddress(it.logo, 'logo.webp'),
        changed_at: it.changed_at.toISOString(),
        changed_by: it.changed_by_name ?? String(it.changed_by)
      }
    }))
    return reply({ data })
  })

  serve(endpoints.changeBrand, schema.changeBrandInput, async ({ context, input, user }) => {
    const { name, accent, support_address: supportAddress, logo_id } = input
    const by = { userId: user.id, at: context.now() }
    const isChanged = await context.db.transaction().execute(async tx => {
      if (logo_id && !(await hasLogo(tx, logo_id))) return false
      const logo = logo_id === undefined ? ((await readBrand(tx)).logo?.hash ?? null) : logo_id
      await insertChange(tx, { name, accent, supportAddress, logo }, by)
      return true
    })
    if (!isChanged) return failure('logo_unknown', { pointer: 'logo_id' })
    return reply(await brandDocument(context.db))
  })

  serve(
    endpoints.uploadBrandLogo,
    null,
    async ({ context, form }) => {
      const file = readFormFile(form, 'data[image]')
      if (!file.ok) return failure('banner_not_image', { pointer: 'image', detail: file.detail })
      const logo = await encodeLogo(file.value)
      if (!logo.ok) return failure(logo.code, { pointer: 'image', detail: logo.detail })
      await insertLogo(context.db, logo.value, context.now())
      const { source, width, height } = logoAttributes(logo.value)
      const { hash: id } = logo.value
      return reply(
        { data: { type: 'brand_logos', id, attributes: { source, width, height } } },
        201
      )
    },
    call => prepareLimit(call, limitNames.uploads)
  )
}

async function brandDocument(db: Database): Promise<endpoints.BrandDocument> {
  const { name, accent, supportAddress, logo } = await readBrand(db)
  const colors = accent === null ? null : accentColors(accent)
  return {
    data: {
      type: 'brands',
      id: '1',
      attributes: {
        ...{ name, accent, colors, support_address: supportAddress },
        styles: colors && sheetOf(colors),
        logo: logo && logoAttributes(logo)
      }
    }
  }
}

function logoAttributes({ hash, width, height }: { hash: string; width: number; height: number }) {
  return {
    ...{ id: hash, source: logoAddress(hash, 'logo.webp'), width, height },
    icon: logoAddress(hash, 'icon-64.png')
  }
}
