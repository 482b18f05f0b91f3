import { z } from 'zod'
import { categories } from '../reference-data/categories.ts'
import { languages } from '../reference-data/languages.ts'
import {
  document,
  documentWithMeta,
  httpUrl,
  idInput,
  moment,
  pageInput,
  pagination,
  related,
  toMany
} from '../schema.ts'

const knownCategories: readonly number[] = categories.map(category => category.id)
const categoryIds = z
  .array(
    idInput.refine(id => knownCategories.includes(Number(id)), {
      error: 'is not a known category',
      params: { code: 'category_unknown' }
    })
  )
  .max(20)

export const verificationMethods = ['meta_tag', 'file', 'dns_txt'] as const

export const createSiteInput = z.object({
  page_url: httpUrl,
  language: z.enum(languages).default('en'),
  category_ids: categoryIds.default([])
})
export const updateSiteInput = z.object({
  id: idInput,
  language: z.enum(languages).optional(),
  category_ids: categoryIds.optional()
})
export const siteInput = z.object({ id: idInput })
export const verifySiteInput = z.object({
  id: idInput,
  method: z.enum(verificationMethods).default('meta_tag')
})
export const listInput = z.object(pageInput)

export const site = related(
  'sites',
  z.object({
    /** Host name, with the port where it is not the usual one. */
    domain_name: z.string(),
    state: z.enum(['unverified', 'verified', 'rejected']),
    language: z.string(),
    verification: z.object({
      token: z.string(),
      meta_tag: z.string(),
      file_path: z.string(),
      dns_name: z.string(),
      dns_text: z.string()
    }),
    created_at: moment
  }),
  z.object({ categories: toMany('categories') })
)
export const siteDocument = document(site)
export const siteList = documentWithMeta(z.array(site), pagination)
