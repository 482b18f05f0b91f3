import * as endpoints from '@mille/api/catalogue/endpoints.ts'
import { bannerSizes, categories, languages } from '@mille/api/constants.ts'
import { reply } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'

/** The constants, for clients that do not have the contract's own copy. */
export function catalogueRoutes(serve: Serve): void {
  const languageNames = new Intl.DisplayNames('en', { type: 'language' })

  serve(endpoints.listCategories, null, () =>
    answer({ data: categories.map(({ id, name }) => named('categories', String(id), name)) })
  )
  serve(endpoints.listLanguages, null, () =>
    answer({
      data: languages.map(code => named('languages', code, languageNames.of(code) ?? code))
    })
  )
  serve(endpoints.listBannerSizes, null, () =>
    answer({ data: bannerSizes.map(size => named('banner_sizes', size, size)) })
  )
}

function answer<Answer>(value: Answer) {
  return Promise.resolve(
    reply(value, 200, { headers: { 'Cache-Control': 'public, max-age=3600' } })
  )
}

function named<Type extends string>(type: Type, id: string, name: string) {
  return { type, id, attributes: { name } }
}
