import type { AdToApprove, ApprovalRule } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom, computed } from 'nanostores'
import { createPagedList, type Page } from '../shared/paged-list.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

/** What the approvals are for: all of the account’s ad units, the units of one site, or one unit and its site. */
export type ApprovalPlace =
  | { kind: 'all' }
  | { kind: 'site'; id: string }
  | { kind: 'unit'; id: string; siteId: string | null }

export type AdDecision = 'approve' | 'trust' | 'block'
export type DecidedAd = { ad: AdToApprove; decision: AdDecision; ruleId: string }

type Loaded = { ads: Page<AdToApprove>; switches: readonly ApprovalRule[]; place: ApprovalPlace }
type Waiting = { isDeciding: boolean; problem: Problem | null }

export type ApprovalStores = ReturnType<typeof createApprovalStores>

/**
 * State of ad approval in one place: whether only approved ads are shown there, and which ads await the publisher’s
 * decision.
 */
export function createApprovalStores(api: Pick<Api, 'adUnits'>, { ads, switches, place }: Loaded) {
  const filter = filterOf(place)
  const list = createPagedList(ads, offset =>
    api.adUnits.listAdsToApprove({ ...filter, 'page[offset]': offset })
  )
  const decided = new Set<string>()
  const $waiting = atom<Readonly<Record<string, Waiting>>>({})
  const $undoProblem = atom<Problem | null>(null)

  /**
   * Reloads the queue: a decision about an advertiser may remove other ads, and a switch changes which ads await a
   * decision.
   */
  async function readAgain(): Promise<void> {
    const result = await api.adUnits.listAdsToApprove(filter)
    if (!result.ok) return
    const { data, meta } = result.value
    const rest = data.filter(it => !decided.has(it.id))
    const records = meta.pagination.records - (data.length - rest.length)
    list.replace({ data: rest, meta: { pagination: { records } } })
  }

  const wait = (id: string, waiting: Waiting) => $waiting.set({ ...$waiting.get(), [id]: waiting })

  return {
    ...list,
    $waiting,
    $undoProblem,
    ...createSwitch(api, { switches, place }, readAgain),

    /**
     * Sends a decision about an ad. Returns null when it was refused or did not arrive; the ad then stays listed, with
     * the reason.
     */
    async decide(ad: AdToApprove, decision: AdDecision): Promise<DecidedAd | null> {
      if ($waiting.get()[ad.id]?.isDeciding) return null
      wait(ad.id, { isDeciding: true, problem: null })
      const result = await send(api, place, ad.id, decision)
      wait(ad.id, { isDeciding: false, problem: result.ok ? null : firstProblem(result) })
      if (!result.ok) return null
      decided.add(ad.id)
      list.remove(ad.id)
      if (decision === 'trust') await readAgain()
      else if (list.$items.get().length === 0 && list.$hasMore.get()) await list.loadMore()
      return { ad, decision, ruleId: result.value.data.id }
    },

    /** Undoes a decision, which puts the ad back in the queue. */
    async undo({ ad, decision, ruleId }: DecidedAd): Promise<boolean> {
      const { deleteApprovalRule, deleteBlockRule } = api.adUnits
      const take = decision === 'block' ? deleteBlockRule : deleteApprovalRule
      const result = await take({ id: ruleId })
      // A rule that was already removed in another window counts as removed.
      const isGone = result.ok || result.status === 404
      $undoProblem.set(isGone ? null : firstProblem(result))
      if (!isGone) return false
      decided.delete(ad.id)
      list.put(ad)
      if (decision === 'trust') await readAgain()
      return true
    }
  }
}

/** The switch for approved ads in this place. A switch of a wider place that is on applies here as well. */
function createSwitch(
  api: Pick<Api, 'adUnits'>,
  { switches, place }: Omit<Loaded, 'ads'>,
  readAgain: () => Promise<void>
) {
  const $switches = atom(switches)
  const $ownSwitch = computed($switches, all => all.find(it => isFor(it, place)) ?? null)
  const $widerSwitch = computed(
    $switches,
    all => all.find(it => widerPlaces(place).some(wider => isFor(it, wider))) ?? null
  )
  const $isSwitching = atom(false)
  const $switchProblem = atom<Problem | null>(null)

  async function turnOn() {
    const scope = scopeOf(place)
    const result = await api.adUnits.createApprovalRule({ kind: 'only_approved', ...scope })
    if (result.ok) $switches.set([result.value.data, ...without(result.value.data.id)])
    return result
  }

  async function turnOff(id: string) {
    const result = await api.adUnits.deleteApprovalRule({ id })
    if (result.ok || result.status === 404) $switches.set(without(id))
    return result
  }

  const without = (id: string) => $switches.get().filter(it => it.id !== id)

  return {
    $switches,
    $ownSwitch,
    $widerSwitch,
    $isSwitching,
    $switchProblem,

    async setOnlyApproved(isOn: boolean): Promise<void> {
      const own = $ownSwitch.get()
      if ($isSwitching.get() || isOn === (own !== null)) return
      $isSwitching.set(true)
      const result = await (own ? turnOff(own.id) : turnOn())
      $isSwitching.set(false)
      const isDone = result.ok || (own !== null && result.status === 404)
      $switchProblem.set(isDone ? null : firstProblem(result))
      if (isDone) await readAgain()
    }
  }
}

function send(
  { adUnits }: Pick<Api, 'adUnits'>,
  place: ApprovalPlace,
  creative_id: string,
  decision: AdDecision
) {
  const rule = { creative_id, ...scopeOf(place) }
  if (decision === 'block') return adUnits.createBlockRule({ kind: 'creative', ...rule })
  const kind = decision === 'trust' ? 'advertiser' : 'creative'
  return adUnits.createApprovalRule({ kind, ...rule })
}

/** Returns the query parameters that restrict a request to the place. */
export function filterOf(place: ApprovalPlace) {
  if (place.kind === 'all') return {}
  return place.kind === 'site'
    ? { 'filter[site_id]': place.id }
    : { 'filter[ad_unit_id]': place.id }
}

function scopeOf(place: ApprovalPlace) {
  if (place.kind === 'all') return {}
  return place.kind === 'site' ? { site_id: place.id } : { ad_unit_id: place.id }
}

function isFor({ attributes }: ApprovalRule, place: ApprovalPlace): boolean {
  const { site_id, ad_unit_id } = attributes
  if (place.kind === 'all') return site_id === null && ad_unit_id === null
  return place.kind === 'site' ? site_id === place.id : ad_unit_id === place.id
}

function widerPlaces(place: ApprovalPlace): ApprovalPlace[] {
  if (place.kind === 'all') return []
  const all: ApprovalPlace = { kind: 'all' }
  return place.kind === 'unit' && place.siteId !== null
    ? [all, { kind: 'site', id: place.siteId }]
    : [all]
}
