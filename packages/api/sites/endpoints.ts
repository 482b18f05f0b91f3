import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Site = z.infer<typeof schema.site>
export type SiteDocument = z.infer<typeof schema.siteDocument>

export const listSites = endpoint<
  z.input<typeof schema.listInput>,
  z.infer<typeof schema.siteList>
>({
  method: 'GET',
  path: '/api/v1/sites',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'The account’s own sites, newest first'
})

export const createSite = endpoint<z.input<typeof schema.createSiteInput>, SiteDocument>({
  method: 'POST',
  path: '/api/v1/sites',
  statuses: [200, 201],
  auth: 'user',
  type: 'sites',
  errors: ['site_taken', 'category_unknown'],
  summary: 'Adds the site of a page, or returns the existing one if the account already has it'
})

export const readSite = endpoint<z.input<typeof schema.siteInput>, SiteDocument>({
  method: 'GET',
  path: '/api/v1/sites/{id}',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'One of the account’s own sites'
})

export const updateSite = endpoint<z.input<typeof schema.updateSiteInput>, SiteDocument>({
  method: 'PATCH',
  path: '/api/v1/sites/{id}',
  statuses: [200],
  auth: 'user',
  type: 'sites',
  errors: ['not_found', 'category_unknown'],
  summary: 'Changes the language and categories of a site'
})

export const verifySite = endpoint<z.input<typeof schema.verifySiteInput>, SiteDocument>({
  method: 'POST',
  path: '/api/v1/sites/{id}/verification',
  statuses: [200],
  auth: 'user',
  type: 'site_verifications',
  errors: [
    'not_found',
    'site_taken',
    'site_unreachable',
    'verification_not_found',
    'too_many_requests'
  ],
  summary: 'Looks for the proof of ownership on the site, by meta tag, file or DNS record'
})
