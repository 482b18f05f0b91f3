import type { updateCampaigns } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { AnswerOf } from '@mille/api/endpoint.ts'
import { largestPage } from '@mille/api/page-sizes.ts'
import type { Asset } from '@mille/money/amount.ts'
import { atom, type ReadableAtom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { type CampaignView, viewCampaigns } from './campaign-view.ts'

export type ManyAction = 'pause' | 'resume' | 'archive' | 'set_daily_budget'
type ManyWork = ManyAction | 'undo'
export type ManyWish =
  | { action: Exclude<ManyAction, 'set_daily_budget'> }
  | { action: 'set_daily_budget'; dailyBudget: bigint; asset: Asset }

/** The outcome of an action for the selected campaigns, by ID. */
export type ManyDone = {
  action: ManyAction
  changed: readonly string[]
  unchanged: readonly string[]
  failed: readonly string[]
}

type List = {
  $campaigns: ReadableAtom<readonly CampaignView[]>
  put: (campaign: CampaignView) => void
}

/** Maximum number of campaigns in one call. */
const callSize = 100
const opposite = { pause: 'resume', resume: 'pause' } as const

/** State of the selected campaigns in a list, and of the actions on all of them, of which one runs at a time. */
export function createManyCampaignsStores(api: Api, list: List) {
  const $selected = atom<ReadonlySet<string>>(new Set())
  const $work = atom<ManyWork | null>(null)
  /** Why a call failed as a whole, and which action it was for. */
  const $problem = atom<(Problem & { work: ManyWork }) | null>(null)
  const $done = atom<ManyDone | null>(null)
  /** Why individual campaigns were not changed, kept until they are next changed. */
  const $failures = atom<ReadonlyMap<string, Problem>>(new Map())

  function select(ids: readonly string[], isSelected: boolean): void {
    const others = [...$selected.get()].filter(it => !ids.includes(it))
    $selected.set(new Set(isSelected ? [...others, ...ids] : others))
  }

  /** Sends the change in several calls. After a failure, only campaigns without an answer stay selected. */
  async function change(wish: ManyWish, ids: readonly string[]): Promise<Problem | null> {
    const answered: Change[] = []
    for (let start = 0; start < ids.length; start += callSize) {
      const campaign_ids = ids.slice(start, start + callSize)
      const result = await api.campaigns.updateCampaigns({ campaign_ids, ...attributesOf(wish) })
      if (!result.ok) return firstProblem(result)
      const { data } = result.value
      answered.push(...data)
      putStates(list, data)
      const { changed, unchanged } = sorted(data)
      select([...changed, ...unchanged], false)
      $failures.set(withFailures($failures.get(), data))
      $done.set({ action: wish.action, ...sorted(answered) })
    }
    return null
  }

  async function run(work: ManyWork, wish: ManyWish, ids: readonly string[]): Promise<boolean> {
    if ($work.get() !== null || ids.length === 0) return false
    $work.set(work)
    const problem = await change(wish, ids)
    $problem.set(problem && { ...problem, work })
    if (!problem || $done.get()) await readAgain(api, list)
    $work.set(null)
    return problem === null
  }

  return {
    $selected,
    $work,
    $problem,
    $done,
    $failures,
    select,
    forgetProblem: () => $problem.set(null),
    leaveDone: () => $done.set(null),

    /** Applies an action. Returns true if the server answered for each campaign, even for an unchanged one. */
    apply(wish: ManyWish): Promise<boolean> {
      if ($work.get() === null) $done.set(null)
      return run(wish.action, wish, [...$selected.get()].sort(byNumber))
    },

    /** Undoes a pause or resumption, only for the campaigns that it changed. */
    async undo(): Promise<boolean> {
      const done = $done.get()
      if (done?.action !== 'pause' && done?.action !== 'resume') return false
      const isDone = await run('undo', { action: opposite[done.action] }, done.changed)
      if (isDone && $done.get()?.failed.length === 0) $done.set(null)
      return isDone
    }
  }
}

export type ManyCampaignsStores = ReturnType<typeof createManyCampaignsStores>

function withFailures(before: ReadonlyMap<string, Problem>, changes: readonly Change[]) {
  const failures = new Map(before)
  for (const { id, attributes } of changes) {
    const { code, detail } = attributes
    if (code === null) failures.delete(id)
    else failures.set(id, { code, detail: detail ?? '' })
  }
  return failures
}

function putStates({ $campaigns, put }: List, changes: readonly Change[]): void {
  for (const { id, attributes } of changes) {
    const { state } = attributes
    const campaign = $campaigns.get().find(it => it.id === id)
    if (state !== null && campaign && campaign.state !== state)
      put({ ...campaign, state, status: state })
  }
}

/** Reloads balances, budgets and dates, which the answer to a change does not contain. */
async function readAgain(api: Api, { $campaigns, put }: List): Promise<void> {
  const count = $campaigns.get().length
  for (let offset = 0; offset < count; offset += largestPage) {
    const page = { 'page[offset]': offset, 'page[limit]': largestPage }
    const result = await api.campaigns.listCampaigns(page)
    if (!result.ok) return
    const known = new Set($campaigns.get().map(it => it.id))
    for (const campaign of viewCampaigns(result.value)) if (known.has(campaign.id)) put(campaign)
  }
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)

function attributesOf(wish: ManyWish) {
  if (wish.action !== 'set_daily_budget') return { action: wish.action }
  const { action, dailyBudget, asset } = wish
  return { action, daily_budget: dailyBudget.toString(), asset }
}

type Change = AnswerOf<typeof updateCampaigns>['data'][number]

function sorted(changes: readonly Change[]) {
  const having = (result: Change['attributes']['result']) =>
    changes.filter(it => it.attributes.result === result).map(it => it.id)
  return {
    changed: having('changed'),
    unchanged: having('unchanged'),
    failed: having('failed')
  }
}
