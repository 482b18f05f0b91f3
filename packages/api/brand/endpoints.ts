import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type BrandDocument = z.infer<typeof schema.brandDocument>
export type Brand = BrandDocument['data']['attributes']
export type BrandHistory = z.infer<typeof schema.brandHistory>
export type BrandChange = BrandHistory['data'][number]

export const readBrand = endpoint<Record<never, never>, BrandDocument>({
  method: 'GET',
  path: '/api/v1/brand',
  statuses: [200],
  auth: 'public',
  errors: [],
  summary: 'The name, the accent color and the support address of the network'
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
  errors: [],
  summary: 'Changes the name, the accent color and the support address of the network at once'
})
