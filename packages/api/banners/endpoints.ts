import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Banner = z.infer<typeof schema.banner>

/**
 * Form fields: `data[image]`, and `data[advert_attributes][banner_ids][]` once for each existing banner. With
 * `data[kind]` set to `logo` or `illustration`, the picture is for a text ad and may have any size that is large
 * enough.
 */
export const uploadBanner = endpoint<{ form: FormData }, z.infer<typeof schema.bannerDocument>>({
  method: 'POST',
  path: '/api/v1/banners',
  statuses: [201],
  auth: 'user',
  scopes: ['campaigns'],
  multipart: {
    'data[image]': 'file',
    'data[advert_attributes][banner_ids][]': 'ids',
    'data[kind]': 'text'
  },
  errors: ['banner_not_image', 'banner_too_large', 'banner_size_unknown', 'banner_unknown'],
  summary: 'Uploads one picture, which is checked and re-encoded for use as a banner'
})

export const deleteBanner = endpoint<z.input<typeof schema.bannerInput>, void>({
  method: 'DELETE',
  path: '/api/v1/banners/{id}',
  statuses: [204],
  auth: 'user',
  scopes: ['campaigns'],
  errors: ['not_found', 'banner_in_use'],
  summary: 'Deletes a banner that is not in use'
})

/** A second path for `deleteBanner`, which the specification also lists. */
export const deleteBannerShort = endpoint<z.input<typeof schema.bannerInput>, void>({
  ...deleteBanner,
  path: '/banners/{id}'
})
