import type { Api, CallResult } from '@mille/api/client.ts'
import type { ReportLink, ReportMail, SavedView } from '@mille/api/report-links/endpoints.ts'
import { reportFilterInputs, reportFilters } from '@mille/api/reports/constants.ts'
import { atom, type WritableAtom } from 'nanostores'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf
} from '../shared/problems.ts'
import { filterInputs, type ReportView } from './report-view.ts'

export type ReportMailInterval = ReportMail['attributes']['every']

/**
 * State of the account's shared report links and scheduled report emails. `$url` is the address of a link just created,
 * until it is dismissed.
 */
export function createReportLinksStores(api: Pick<Api, 'reportLinks'>) {
  /** The links and emails; null until they are loaded. */
  const $links = atom<ReportLink[] | null>(null)
  const $mails = atom<ReportMail[] | null>(null)
  const $url = atom<string | null>(null)
  const $problems = atom<Problems>(noProblems)
  /** A problem with loading the lists, or with ending one of their items. */
  const $listProblem = atom<Problem | null>(null)
  const $isCreating = atom<'link' | ReportMailInterval | null>(null)

  return {
    $links,
    $mails,
    $url,
    $problems,
    $listProblem,
    $isCreating,

    async load(): Promise<void> {
      const [links, mails] = await Promise.all([
        api.reportLinks.listReportLinks(),
        api.reportLinks.listReportMails()
      ])
      const failed = [links, mails].find(it => !it.ok)
      $listProblem.set(failed && !failed.ok ? firstProblem(failed) : null)
      if (links.ok) $links.set(links.value.data)
      if (mails.ok) $mails.set(mails.value.data)
    },

    /** Creates a report link. Returns true on success. */
    async create(name: string, view: SavedView): Promise<boolean> {
      $isCreating.set('link')
      const result = await api.reportLinks.createReportLink({ name, view })
      $isCreating.set(null)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $links.set([result.value.data, ...($links.get() ?? [])])
      $url.set(result.value.meta.url)
      return true
    },

    async revoke(id: string): Promise<boolean> {
      const result = await api.reportLinks.revokeReportLink({ id })
      return takeOut(id, result, $links, $listProblem)
    },

    /** Schedules a report by email. Returns true on success. */
    async mail(name: string, view: SavedView, every: ReportMailInterval): Promise<boolean> {
      $isCreating.set(every)
      const result = await api.reportLinks.createReportMail({ name, view, every })
      $isCreating.set(null)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      $mails.set([result.value.data, ...($mails.get() ?? [])])
      return true
    },

    async endMail(id: string): Promise<boolean> {
      const result = await api.reportLinks.deleteReportMail({ id })
      return takeOut(id, result, $mails, $listProblem)
    },

    /** Forgets the new link's address, after the user has copied it or no longer needs it. */
    leave(): void {
      $url.set(null)
      $problems.set(noProblems)
    }
  }
}

/** Removes an ended item from its list. An item that was already ended in another window counts as ended. */
function takeOut<Item extends { id: string }>(
  id: string,
  result: CallResult<void>,
  $items: WritableAtom<Item[] | null>,
  $problem: WritableAtom<Problem | null>
): boolean {
  const isGone = result.ok || result.status === 404
  $problem.set(isGone ? null : firstProblem(result))
  if (isGone) $items.set(($items.get() ?? []).filter(it => it.id !== id))
  return isGone
}

export type ReportLinksStores = ReturnType<typeof createReportLinksStores>

/** Returns what is saved of a view, without the page of its table; null for network reports, which cannot be shared. */
export function savedViewOf(view: ReportView): SavedView | null {
  const { side, range, from, to, interval, metric, breakdown, filters, search, sort } = view
  const { timeZone: time_zone } = view
  if (side === 'network') return null
  return {
    ...{ side, range, interval, metric, group_by: breakdown, search, sort, time_zone },
    ...(range === 'custom' && { from, to }),
    compare: view.isCompared,
    order: view.isDescending ? 'desc' : 'asc',
    ...filterInputs(filters)
  }
}

/** Restores a saved view, with the days that it covers now. */
export function viewOfSaved(saved: SavedView, days: Pick<ReportView, 'from' | 'to'>): ReportView {
  const { side, range, interval, metric, group_by, search, sort } = saved
  const chosen = reportFilters.filter(it => saved[reportFilterInputs[it]])
  return {
    ...{ side, range, interval, metric, search, sort },
    ...{ from: days.from, to: days.to, breakdown: group_by, isCompared: saved.compare },
    ...{ timeZone: saved.time_zone ?? 'UTC', isOtherZone: false },
    filters: Object.fromEntries(chosen.map(it => [it, saved[reportFilterInputs[it]]])),
    isDescending: saved.order === 'desc',
    page: 1
  }
}
