import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export type Setting = z.infer<typeof schema.setting>
export type SettingName = (typeof schema.settingNames)[number]
export type FeeBasis = z.infer<typeof schema.feeBasis>
export type ReferenceEntry = z.infer<typeof schema.referenceEntry>

export const listSettings = endpoint<Record<never, never>, z.infer<typeof schema.settingList>>({
  method: 'GET',
  path: '/api/v1/admin/settings',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'Fees and limits, with their bounds and scheduled changes'
})

export const readFeeBasis = endpoint<Record<never, never>, FeeBasis>({
  method: 'GET',
  path: '/api/v1/admin/fee_basis',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary:
    'What campaigns were charged on 30 days, by the fee that applies to their accounts: the basis of a new fee’s estimate'
})

export const changeSetting = endpoint<
  z.input<typeof schema.changeSettingInput>,
  z.infer<typeof schema.settingDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/settings/{id}',
  statuses: [200],
  auth: 'admin',
  secondOperator:
    'a higher withdrawal limit applies a day later; until then, any operator can revert it',
  type: 'settings',
  stepUp: true,
  errors: ['not_found'],
  summary:
    'Changes a setting on every node immediately, the fee from the next settlement period, and a higher withdrawal limit a day later'
})

export const listReferenceEntries = endpoint<
  Record<never, never>,
  z.infer<typeof schema.referenceEntryList>
>({
  method: 'GET',
  path: '/api/v1/admin/catalogue',
  statuses: [200],
  auth: 'admin',
  errors: [],
  summary: 'Banner sizes and categories, whether they are offered, and how much they are used'
})

export const changeOffered = endpoint<
  z.input<typeof schema.changeOfferedInput>,
  z.infer<typeof schema.referenceEntryDocument>
>({
  method: 'PATCH',
  path: '/api/v1/admin/catalogue/{id}',
  statuses: [200],
  auth: 'admin',
  stepUp: true,
  type: 'catalogue_entries',
  errors: ['not_found'],
  summary:
    'Sets whether a banner size or a category is offered for new items; existing ones keep it'
})
