import { bannerSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { categories } from '@mille/api/reference-data/categories.ts'
import * as endpoints from '@mille/api/reference-data/endpoints.ts'
import { languages } from '@mille/api/reference-data/languages.ts'
import { productCategories } from '@mille/api/reference-data/product-categories.ts'
import { reply } from '../http/answers/reply.ts'
import type { Serve } from '../http/serve.ts'
import { readNotOffered } from '../settings/index.ts'

/** Serves the constants to clients that do not have the contract's own copy. */
export function referenceDataRoutes(serve: Serve): void {
  const languageNames = new Intl.DisplayNames('en', { type: 'language' })

  serve(endpoints.listCategories, null, async ({ context }) => {
    const notOffered = await readNotOffered(context.db)
    return answer({
      data: categories.map(({ id, name }) =>
        offered(named('categories', String(id), name), !notOffered.has(`category:${id}`))
      )
    })
  })
  serve(endpoints.listLanguages, null, () =>
    answer({
      data: languages.map(code => named('languages', code, languageNames.of(code) ?? code))
    })
  )
  serve(endpoints.listProductCategories, null, () =>
    answer({
      data: productCategories.map(({ id, name, iab }) => ({
        type: 'product_categories' as const,
        id,
        attributes: { name, iab_ad_product_id: iab }
      }))
    })
  )
  serve(endpoints.listBannerSizes, null, async ({ context }) => {
    const notOffered = await readNotOffered(context.db)
    return answer({
      data: bannerSizes.map(size =>
        offered(named('banner_sizes', size, size), !notOffered.has(`banner_size:${size}`))
      )
    })
  })
}

function answer<Answer>(value: Answer) {
  return Promise.resolve(reply(value, 200, { headers: { 'Cache-Control': 'public, max-age=60' } }))
}

function named<Type extends string>(type: Type, id: string, name: string) {
  return { type, id, attributes: { name } }
}

type Named = ReturnType<typeof named>

/** Marks whether an entry is offered: the operator may exclude a size or a category from new items. */
function offered<Entry extends Named>(entry: Entry, isOffered: boolean) {
  return { ...entry, attributes: { ...entry.attributes, is_offered: isOffered } }
}
