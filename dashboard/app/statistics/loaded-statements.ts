import type { LoadedStatements, Statement } from '@mille/stores/statistics/statements.ts'

type Answer = { data: Statement[]; meta: { pagination: { records: number } } }

export function loadedStatements(
  of: LoadedStatements['of'],
  id: string,
  { data, meta }: Answer
): LoadedStatements {
  return { of, id, statements: data, records: meta.pagination.records }
}
