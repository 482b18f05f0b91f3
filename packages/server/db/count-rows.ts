import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query finds on all its pages: the one to give it has neither order nor limit. */
export async function countRows<All, Tables extends keyof All, Row>(
  query: SelectQueryBuilder<All, Tables, Row>
): Promise<number> {
  const { records } = await query
    .clearSelect()
    .select(eb => eb.fn.countAll<bigint>().as('records'))
    .$castTo<{ records: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(records)
}
