import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type BrandDocument = z.infer<typeof schema.brandDocument>
export type Brand = BrandDocument['data']['attributes']
export type BrandHistory = z.infer<typeof schema.brandHistory>
export type BrandChange = BrandHistory['data'][number]

/** Widgets on other sites read it too, before they show something. */
export const readBrand = endpoint<Record<never, never>, BrandDocument>({
  method: 'GET',
  path: '/api/v1/brand',
  statuses: [200],
  auth: 'public',
  anyOrigin: true,
  errors: [],
  summary: 'The name, the accent color, the logo and the support address of the network'
})

export const listBrandChanges = endpoint<Record<never, never>, BrandHistory>({
  method: 'GET',
  path: '/api/v1/admin/brand_changes',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'The 20 newest changes of the brand, newest first, and who made them'
})

export const changeBrand = endpoint<z.input<typeof schema.changeBrandInput>, BrandDocument>({
  method: 'PUT',
  path: '/api/v1/admin/brand',
  statuses: [200],
  auth: 'admin',
  type: 'brands',
  stepUp: true,
  errors: ['logo_unknown'],
  summary:
    'Changes the name, the accent color, the logo and the support address of the network at once'
})

export const uploadBrandLogo = endpoint<
  { form: FormData },
  z.infer<typeof schema.brandLogoDocument>
>({
  method: 'POST',
  path: '/api/v1/admin/brand_logos',
  statuses: [201],
  auth: 'admin',
  multipart: { 'data[image]': 'file' },
  errors: [
    'banner_not_image',
    'banner_too_large',
    'logo_animated',
    'logo_shape',
    'too_many_requests'
  ],
  summary: 'Uploads a logo of the network, a still PNG or WebP picture, for a change of the brand'
})
