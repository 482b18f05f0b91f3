import type { Api } from '@mille/api/client.ts'
import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import { createPagedList } from '../shared/paged-list.ts'

export type Statement = CampaignStatement | AdUnitStatement
export type LoadedStatements = {
  of: 'campaign' | 'ad_unit'
  id: string
  statements: Statement[]
  /** Number of all statements, loaded or not. */
  records: number
}

/** State of the statements of charges or earnings per window, newest first, with the first page loaded. */
export function createStatementStores(api: Api, { of, id, statements, records }: LoadedStatements) {
  const loaded = { data: statements, meta: { pagination: { records } } }
  const list = createPagedList<Statement>(loaded, offset => {
    const input = { id, 'page[offset]': offset }
    return of === 'campaign'
      ? api.statistics.readCampaignStatements(input)
      : api.statistics.readAdUnitStatements(input)
  })
  return { ...list, $statements: list.$items }
}
