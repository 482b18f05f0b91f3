import type { Api } from '@mille/api/client.ts'
import type { FinanceOperation } from '@mille/api/finances/endpoints.ts'
import { isDay } from '../shared/days.ts'

export type OperationType = FinanceOperation['attributes']['type']
export const operationTypes = ['spending', 'earning', 'withdrawal', 'deposit'] as const

/** By the specification's names; all types are on by default. */
export type HistoryFilter = {
  searchBySource: string
  /** Days such as 2026-03-02, both included; empty for no end. */
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

/** Enough for some days of a busy account. */
export const historyPageSize = 100

type Query = Omit<Parameters<Api['finances']['readHistory']>[0], 'userId'>

/** What of the filter is sent to the server. No type at all shows as much as all of them. */
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

/** The filter in an address such as `?types=deposit&sort=date`. */
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

/** Only what is not as it is by default. */
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
