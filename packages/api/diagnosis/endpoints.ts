import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Reason = z.infer<typeof schema.reason>
export type Problem = z.infer<typeof schema.problem>
export type Diagnosis = z.infer<typeof schema.diagnosis>
export type DiagnosisDocument = z.infer<typeof schema.diagnosisDocument>

export const readAdUnitDiagnosis = endpoint<
  z.input<typeof schema.diagnosisInput>,
  DiagnosisDocument
>({
  method: 'GET',
  path: '/api/v1/ad_units/{id}/diagnosis',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics'],
  errors: ['not_found'],
  summary: 'Why a unit shows what it shows: how many campaigns match, and why the others do not'
})

export const readCampaignDiagnosis = endpoint<
  z.input<typeof schema.diagnosisInput>,
  DiagnosisDocument
>({
  method: 'GET',
  path: '/api/v1/campaigns/{id}/diagnosis',
  statuses: [200],
  auth: 'user',
  scopes: ['statistics', 'campaigns'],
  errors: ['not_found'],
  summary: 'Where a campaign can be shown: how many units match, and why the others do not'
})
