import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type AdUnit = z.infer<typeof schema.adUnit>
export type AdUnitDocument = z.infer<typeof schema.adUnitDocument>
export type PublisherRules = z.infer<typeof schema.publisherRules>
export type EmbedSettings = z.infer<typeof schema.embedSettings>
export type EmbedCode = z.infer<typeof schema.embedCode>
export type CodeFinding = z.infer<typeof schema.codeFinding>
export type CodeCheck = z.infer<typeof schema.codeCheck>

export const listAdUnits = endpoint<
  z.input<typeof schema.listInput>,
  z.infer<typeof schema.adUnitList>
>({
  method: 'GET',
  path: '/api/v1/ad_units',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: [],
  summary: 'The account’s own ad units, newest first'
})

export const createAdUnit = endpoint<
  z.input<typeof schema.createAdUnitInput>,
  z.infer<typeof schema.adUnitWithCode>
>({
  method: 'POST',
  path: '/api/v1/ad_units',
  statuses: [201],
  auth: 'user',
  type: 'ad_units',
  idempotency: 'optional',
  errors: [],
  summary:
    'Creates an ad unit on a page of one of the account’s sites, or without a site; the code to paste is in meta.code'
})

export const readAdUnit = endpoint<z.input<typeof schema.adUnitInput>, AdUnitDocument>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['not_found'],
  summary: 'One of the account’s own ad units'
})

export const updateAdUnit = endpoint<z.input<typeof schema.updateAdUnitInput>, AdUnitDocument>({
  method: 'PATCH',
  path: '/api/v1/ad_units/{id}',
  statuses: [200],
  auth: 'user',
  type: 'ad_units',
  errors: ['not_found'],
  summary: 'Changes a unit’s name, size, ads, fallback, and appearance'
})

export const archiveAdUnit = endpoint<z.input<typeof schema.adUnitInput>, void>({
  method: 'DELETE',
  path: '/api/v1/ad_units/{id}',
  statuses: [204],
  auth: 'user',
  errors: ['not_found'],
  summary: 'Archives a unit: it stops showing ads and keeps its history and earnings'
})

export const readAdUnitCode = endpoint<
  z.input<typeof schema.codeInput>,
  z.infer<typeof schema.codeDocument>
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/code',
  statuses: [200],
  auth: 'user',
  errors: ['not_found'],
  summary: 'The snippet of a unit, in each form'
})

export const checkAdUnitCode = endpoint<
  z.input<typeof schema.checkCodeInput>,
  z.infer<typeof schema.codeCheckDocument>
>({
  method: 'POST',
  path: '/api/v1/ad_units/{id}/code_checks',
  statuses: [201],
  auth: 'user',
  type: 'code_checks',
  errors: ['not_found', 'too_many_requests'],
  summary: 'Fetches a page and looks for the unit’s snippet; an unreachable page is not an error'
})

export const readPublisherRules = endpoint<
  z.input<typeof schema.publisherRulesInput>,
  z.infer<typeof schema.publisherRulesDocument>
>({
  method: 'GET',
  path: '/api/v1/publisher_rules',
  statuses: [200],
  auth: 'user',
  errors: [],
  summary: 'What holds for all of the account’s ad units: the domains whose ads it blocks'
})

export const updatePublisherRules = endpoint<
  z.input<typeof schema.updatePublisherRulesInput>,
  z.infer<typeof schema.publisherRulesDocument>
>({
  method: 'PATCH',
  path: '/api/v1/publisher_rules',
  statuses: [200],
  auth: 'user',
  type: 'publisher_rules',
  errors: [],
  summary: 'Blocks ads that lead to these domains, on all of the account’s ad units within a second'
})
