import type { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type * as schema from './schema.ts'

export const exportData = endpoint<Record<never, never>, z.infer<typeof schema.dataExport>>({
  method: 'GET',
  path: '/api/v1/user/export',
  statuses: [200],
  auth: 'user',
  errors: ['too_many_requests'],
  summary: 'Everything that is stored about the account, as one file'
})

export const deleteUser = endpoint<z.input<typeof schema.deleteUserInput>, void>({
  method: 'DELETE',
  path: '/api/v1/users/{id}',
  statuses: [204],
  auth: 'user',
  stepUp: true,
  errors: ['not_found', 'account_frozen', 'campaigns_running', 'money_left', 'last_operator'],
  summary: 'Permanently deletes the personal data of the account; the books keep its number'
})
