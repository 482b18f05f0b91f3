import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export const listCategories = endpoint<Record<never, never>, z.infer<typeof schema.categoryList>>({
  method: 'GET',
  path: '/api/v1/categories',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The site categories'
})

export const listLanguages = endpoint<Record<never, never>, z.infer<typeof schema.languageList>>({
  method: 'GET',
  path: '/api/v1/languages',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The languages a campaign may have'
})

export const listProductCategories = endpoint<
  Record<never, never>,
  z.infer<typeof schema.productCategoryList>
>({
  method: 'GET',
  path: '/api/v1/product_categories',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The categories of what an ad sells, by which publishers can block ads'
})

export const listBannerSizes = endpoint<
  Record<never, never>,
  z.infer<typeof schema.bannerSizeList>
>({
  method: 'GET',
  path: '/api/v1/banner_sizes',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The sizes a banner may have'
})
