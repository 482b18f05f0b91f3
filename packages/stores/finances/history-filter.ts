import type { Api } from '@mille/api/client.ts'
import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import { isDay } from '../shared/days.ts'

export type OperationType = FinanceOperation['attributes']['type']
export const operationTypes = ['spending', 'earning', 'withdrawal', 'deposit'] as const

/** Filter of the history, with the specification's names; by default, it includes all types. */
export type HistoryFilter = {
  searchBySource: string
  /** First and last day such as 2026-03-02, both included; empty for no limit. */
  startDate: string
  endDate: string
  types: readonly OperationType[]
  sort: '-date' | 'date'
}

export const wholeHistory: HistoryFilter = {
  searchBySource: '',
  startDate: '',
  endDate: '',
  types: operationTypes,
  sort: '-date'
}

/** Number of operations per page, enough for some days of a busy account. */
export const historyPageSize = 100

type Query = Omit<Parameters<Api['finances']['readHistory']>[0], 'userId'>

/** Returns the query parameters of a filter. Selecting no type shows as much as selecting all types. */
export function historyQuery(filter: HistoryFilter): Query {
  const { searchBySource, startDate, endDate, types, sort } = filter
  const isSome = types.length > 0 && types.length < operationTypes.length
  return {
    ...(searchBySource.trim() === '' ? {} : { 'filter[source]': searchBySource.trim() }),
    ...(isDay(startDate) ? { 'filter[start_date]': startDate } : {}),
    ...(isDay(endDate) ? { 'filter[end_date]': endDate } : {}),
    ...(isSome ? { 'filter[types]': types.join(',') } : {}),
    ...(sort === '-date' ? {} : { sort })
  }
}

/** Reads the filter from an address such as `?types=deposit&sort=date`. */
export function filterOfSearch(search: URLSearchParams): HistoryFilter {
  const wanted = search.get('types')?.split(',')
  return {
    ...wholeHistory,
    searchBySource: search.get('source') ?? '',
    startDate: dayOf(search.get('from')),
    endDate: dayOf(search.get('to')),
    ...(wanted && { types: operationTypes.filter(it => wanted.includes(it)) }),
    sort: search.get('sort') === 'date' ? 'date' : '-date'
  }
}

/** Returns the address parameters of a filter, without default values. */
export function searchOfFilter(filter: HistoryFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (filter.searchBySource !== '') search.set('source', filter.searchBySource)
  if (isDay(filter.startDate)) search.set('from', filter.startDate)
  if (isDay(filter.endDate)) search.set('to', filter.endDate)
  if (filter.types.length < operationTypes.length) search.set('types', filter.types.join(','))
  if (filter.sort === 'date') search.set('sort', 'date')
  return search
}

const dayOf = (text: string | null) => (text !== null && isDay(text) ? text : '')
