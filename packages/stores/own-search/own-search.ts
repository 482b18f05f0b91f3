import type { Person } from '@mille/api/admin/endpoints.ts'
import type { CampaignList } from '@mille/api/campaigns/endpoints.ts'
import type { Api, CallResult } from '@mille/api/client.ts'
import { largestPage } from '@mille/api/page-sizes.ts'
import { atom, computed } from 'nanostores'
import { type Clock, delayed, systemClock } from '../shared/clock.ts'
import { findIncluded } from '../shared/included.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { matchesWords } from './matches-words.ts'

export type FoundKind = 'campaign' | 'ad_unit' | 'site' | 'person'
export type Found = {
  kind: FoundKind
  id: string
  /** Name of the result; null when neither its owner nor its ad gives it one. */
  name: string | null
}

type Part =
  | { status: 'loading' }
  | { status: 'success'; found: readonly Found[]; isWhole: boolean }
  | { status: 'error'; problem: Problem }

export type OwnSearchApi = {
  campaigns: Pick<Api['campaigns'], 'listCampaigns'>
  adUnits: Pick<Api['adUnits'], 'listAdUnits'>
  sites: Pick<Api['sites'], 'listSites'>
  admin: Pick<Api['admin'], 'listPeople'>
}

export type OwnSearchOptions = {
  /** Whether the user is an operator, who can also find accounts. */
  isOperator: boolean
  clock?: Clock
  delayMs?: number
}

export type OwnSearchStores = ReturnType<typeof createOwnSearchStores>

/** Maximum results per kind: the newest when there is no query, otherwise those that match. */
const shownOfKind = { recent: 3, matching: 8 }
const nothing: Part = { status: 'success', found: [], isWhole: true }

/**
 * State of the search by name, newest first, for the account's campaigns, ad units and sites and, for operators,
 * accounts. The API's lists take no query, so the newest items are loaded once and matched here. Accounts are searched
 * as the operator types.
 */
export function createOwnSearchStores(
  api: OwnSearchApi,
  { isOperator, clock = systemClock, delayMs = 300 }: OwnSearchOptions
) {
  const $query = atom('')
  const $own = atom<Part>({ status: 'loading' })
  const $people = atom<Part>(nothing)
  const ownCall = createLatestCall($own)
  const peopleCall = createLatestCall($people)
  const later = delayed(clock, delayMs)

  const loadOwn = () => ownCall.run(signal => askForOwn(api, signal))
  const loadPeople = () => peopleCall.run(signal => askForPeople(api, $query.get(), signal))

  function dropPeople() {
    later.cancel()
    peopleCall.stop()
    $people.set(nothing)
  }

  return {
    $query,
    /** The matching items; without a query, the newest of each kind. */
    $found: computed([$query, $own, $people], (query, own, people) => {
      const words = query.trim()
      const max = words === '' ? shownOfKind.recent : shownOfKind.matching
      const matching = foundOf(own).filter(it => matchesWords(it.name ?? it.id, words))
      return [...newestOfKind(matching, max), ...foundOf(people)]
    }),
    /** Whether results are still loading, or why they could not be loaded. */
    $status: computed([$own, $people], (own, people) => {
      if (own.status === 'error') return own
      if (people.status === 'error') return people
      const isLoading = own.status === 'loading' || people.status === 'loading'
      return isLoading ? ({ status: 'loading' } as const) : ({ status: 'success' } as const)
    }),
    /** Whether the account has more items than the newest ones that are searched. */
    $isPart: computed($own, own => own.status === 'success' && !own.isWhole),

    /** Starts with an empty query and reloads the newest items. */
    start() {
      $query.set('')
      dropPeople()
      void loadOwn()
    },

    type(query: string) {
      $query.set(query)
      dropPeople()
      if (!isOperator || query.trim() === '') return
      $people.set({ status: 'loading' })
      later.run(() => void loadPeople())
    },

    /** Retries the requests that failed. */
    retry() {
      if ($own.get().status === 'error') void loadOwn()
      if ($people.get().status === 'error') void loadPeople()
    },

    stop() {
      ownCall.stop()
      dropPeople()
    }
  }
}

const newest = { 'page[limit]': largestPage }

function askForOwn(api: OwnSearchApi, signal: AbortSignal): Promise<Answer[]> {
  return Promise.all([
    foundIn(api.campaigns.listCampaigns(newest, { signal }), campaignsOf),
    foundIn(api.adUnits.listAdUnits(newest, { signal }), ({ data }) =>
      data.map(it => ({ kind: 'ad_unit', id: it.id, name: it.attributes.name }))
    ),
    foundIn(api.sites.listSites(newest, { signal }), ({ data }) =>
      data.map(it => ({ kind: 'site', id: it.id, name: it.attributes.domain_name }))
    )
  ])
}

async function askForPeople(
  api: OwnSearchApi,
  query: string,
  signal: AbortSignal
): Promise<Answer[]> {
  const input = { 'filter[query]': query.trim(), 'page[limit]': shownOfKind.matching }
  return [await foundIn(api.admin.listPeople(input, { signal }), ({ data }) => data.map(personOf))]
}

type Answer = Awaited<ReturnType<typeof foundIn>>

/** Runs a request and cancels the previous one, so that only the last one counts. */
function createLatestCall($part: { set: (part: Part) => void }) {
  let running: AbortController | null = null
  return {
    async run(ask: (signal: AbortSignal) => Promise<Answer[]>): Promise<void> {
      running?.abort()
      const own = new AbortController()
      running = own
      $part.set({ status: 'loading' })
      const answers = await ask(own.signal).catch((error: unknown) => {
        if (own.signal.aborted) return null
        throw error
      })
      if (answers !== null && running === own) $part.set(joined(answers))
    },
    stop() {
      running?.abort()
      running = null
    }
  }
}

async function foundIn<Page extends { meta: { pagination: { records: number } } }>(
  call: Promise<CallResult<Page>>,
  read: (page: Page) => Found[]
) {
  const result = await call
  if (!result.ok) return { ok: false as const, problem: firstProblem(result) }
  const found = read(result.value)
  const isWhole = found.length >= result.value.meta.pagination.records
  return { ok: true as const, found, isWhole }
}

function joined(answers: readonly Answer[]): Part {
  const found: Found[] = []
  let isWhole = true
  for (const answer of answers) {
    if (!answer.ok) return { status: 'error', problem: answer.problem }
    found.push(...answer.found)
    isWhole &&= answer.isWhole
  }
  return { status: 'success', found, isWhole }
}

function foundOf(part: Part): readonly Found[] {
  return part.status === 'success' ? part.found : []
}

function newestOfKind(found: readonly Found[], max: number): Found[] {
  const counts = new Map<FoundKind, number>()
  return found.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= max
  })
}

function campaignsOf({ data, included }: CampaignList): Found[] {
  return data.map(({ id, attributes, relationships }) => {
    const creative = findIncluded(included, relationships.creative.data)
    return { kind: 'campaign', id, name: attributes.name ?? creative?.attributes.link_text ?? null }
  })
}

function personOf({ id, attributes: { username, email } }: Person): Found {
  return { kind: 'person', id, name: username ?? email }
}
