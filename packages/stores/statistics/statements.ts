import type { Api } from '@mille/api/client.ts'
import type { AdUnitStatement, CampaignStatement } from '@mille/api/statistics/endpoints.ts'
import { createPagedList } from '../shared/paged-list.ts'

export type Statement = CampaignStatement | AdUnitStatement
export type LoadedStatements = {
  of: 'campaign' | 'ad_unit'
  id: string
  statements: Statement[]
  /** How many there are in all. */
  records: number
}

/** What was charged or earned by window, newest first, with the first page loaded. */
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
