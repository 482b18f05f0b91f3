import type { FirstStepChoices } from '@mille/api/accounts/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { FirstStep, FirstStepSide } from '@mille/api/constants.ts'
import type { FirstSteps } from '@mille/api/statistics/endpoints.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type FirstStepsFound = FirstSteps['data']['attributes']
export type FirstStepList = FirstStepsFound['lists'][number]

/** What the overview shows of the first steps: what an account can do, its checklists, or nothing. */
export type FirstStepsView =
  | { kind: 'none' }
  | { kind: 'choices' }
  | { kind: 'lists'; lists: readonly FirstStepList[]; done: number; total: number }

/** The API calls that first steps use. */
export type FirstStepsApi = {
  statistics: Pick<Api['statistics'], 'readFirstSteps'>
  accounts: Pick<Api['accounts'], 'updateUser'>
}
export type LoadedFirstSteps = { userId: string; found: FirstStepsFound }

/**
 * State of an account's first steps. Steps are done by what the account has; only which checklists are shown is chosen,
 * and stored with the account.
 */
export function createFirstStepsStores(api: FirstStepsApi, { userId, found }: LoadedFirstSteps) {
  const $found = atom(found)
  /** What was dismissed here, which an answer that was read before does not know. */
  const $dismissed = atom<FirstStepChoices>({})
  const $problem = atom<Problem | null>(null)
  /** The step that was done last while the page was open, for screen readers. */
  const $ticked = atom<FirstStep | null>(null)
  const $view = computed([$found, $dismissed], viewFirstSteps)
  const $isDone = computed($view, view => view.kind === 'lists' && view.done === view.total)
  let isFinished = false

  /** Reads the steps again. A failed refresh keeps what is shown. */
  async function refresh(): Promise<void> {
    const result = await api.statistics.readFirstSteps()
    if (!result.ok) return
    const before = new Set(doneSteps($found.get()))
    const { attributes } = result.value.data
    $found.set(attributes)
    const ticked = doneSteps(attributes).findLast(step => !before.has(step))
    if (ticked) $ticked.set(ticked)
  }

  function save(first_steps: FirstStepChoices) {
    return api.accounts.updateUser({ id: userId, first_steps })
  }

  /** Stores that this side's checklist is wanted. If that fails, the account is offered the same choices again. */
  async function choose(side: FirstStepSide): Promise<void> {
    await save({ [side]: 'shown' })
  }

  /** Hides the shown checklists at once, and shows them again if that could not be stored. */
  async function dismiss(): Promise<void> {
    const choices = dismissalOf($view.get())
    $problem.set(null)
    $dismissed.set(choices)
    const result = await save(choices)
    if (result.ok) return
    $dismissed.set({})
    $problem.set(firstProblem(result))
  }

  /** Stores that the finished checklists were seen. They stay on this page, and are gone on the next visit. */
  async function finish(): Promise<void> {
    if (isFinished || !$isDone.get()) return
    isFinished = true
    const result = await save(dismissalOf($view.get()))
    isFinished = result.ok
  }

  return { $view, $isDone, $problem, $ticked, refresh, choose, dismiss, finish }
}

export function viewFirstSteps(
  { is_new, lists }: FirstStepsFound,
  dismissed: FirstStepChoices = {}
): FirstStepsView {
  const shown = lists.filter(({ side, state, is_begun }) => {
    if (side === 'account' || dismissed[side] === 'dismissed') return false
    return state === 'shown' || (state === null && is_begun)
  })
  if (shown.length === 0) return { kind: is_new ? 'choices' : 'none' }
  const all = [...shown, ...lists.filter(it => it.side === 'account')]
  const steps = all.flatMap(it => it.steps)
  const done = steps.filter(it => it.done_at !== null).length
  return { kind: 'lists', lists: all, done, total: steps.length }
}

function doneSteps({ lists }: FirstStepsFound): FirstStep[] {
  return lists.flatMap(it => it.steps.filter(step => step.done_at !== null).map(it => it.step))
}

function dismissalOf(view: FirstStepsView): FirstStepChoices {
  const lists = view.kind === 'lists' ? view.lists : []
  const sides = lists.filter(it => it.side !== 'account').map(it => it.side)
  return Object.fromEntries(sides.map(side => [side, 'dismissed']))
}
