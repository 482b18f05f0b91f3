import type { AuditLog } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { createPagedList } from '../shared/paged-list.ts'

export function createAuditStores(
  api: Api,
  { log, userId }: { log: AuditLog; userId: string | null }
) {
  return createPagedList(log, offset =>
    api.admin.readAuditLog({
      'page[offset]': offset,
      ...(userId === null ? {} : { 'filter[user_id]': userId })
    })
  )
}
