import type { HouseAd, NewHouseAd } from '@mille/api/ad-units/endpoints.ts'
import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'
import { fieldOfMoment, momentOfField } from '../shared/moment-text.ts'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf,
  withoutFields
} from '../shared/problems.ts'
import { completeWebAddress } from '../shared/web-address.ts'

/** A house ad as typed; dates are `2026-03-02T10:00`, in UTC. */
export type HouseAdForm = {
  text: string
  link: string
  weight: string
  starts_at: string
  ends_at: string
}

export type HouseAdStores = ReturnType<typeof createHouseAdStores>

/** State of the house ads that an ad unit shows while no campaign matches it, oldest first. */
export function createHouseAdStores(
  api: Pick<Api, 'adUnits'>,
  { unitId, loaded }: { unitId: string; loaded: readonly HouseAd[] }
) {
  const $ads = atom(loaded)
  const $isWorking = atom(false)
  const $problems = atom<Problems>(noProblems)
  const $removeProblem = atom<Problem | null>(null)

  return {
    $ads,
    $isWorking,
    $problems,
    $removeProblem,

    /** Creates a house ad, or changes `before`. Returns true when the server has saved it. */
    async save(
      form: HouseAdForm,
      banners: readonly Banner[],
      before: HouseAd | null
    ): Promise<boolean> {
      $isWorking.set(true)
      const wanted = { ...attributesOf(form), banner_ids: banners.map(it => it.id) }
      const result = before
        ? await api.adUnits.updateHouseAd({ id: before.id, ...wanted })
        : await api.adUnits.createHouseAd({ id: unitId, ...wanted })
      $isWorking.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (!result.ok) return false
      const { data } = result.value
      const ads = $ads.get()
      $ads.set(before ? ads.map(it => (it.id === data.id ? data : it)) : [...ads, data])
      return true
    },

    async remove({ id }: HouseAd): Promise<boolean> {
      $isWorking.set(true)
      const result = await api.adUnits.deleteHouseAd({ id })
      $isWorking.set(false)
      // A house ad that was already removed in another window counts as removed.
      const isGone = result.ok || result.status === 404
      $removeProblem.set(isGone ? null : firstProblem(result))
      if (isGone) $ads.set($ads.get().filter(it => it.id !== id))
      return isGone
    },

    forgetProblems: (names?: readonly string[]) =>
      $problems.set(names ? withoutFields($problems.get(), names) : noProblems)
  }
}

/** Returns the form of an existing house ad, or an empty form for a new one. */
export function houseAdForm(ad: HouseAd | null): HouseAdForm {
  if (ad === null) return { text: '', link: '', weight: '10', starts_at: '', ends_at: '' }
  const { text, link, weight, starts_at, ends_at } = ad.attributes
  return {
    text,
    link,
    weight: String(weight),
    starts_at: fieldOfMoment(starts_at),
    ends_at: fieldOfMoment(ends_at)
  }
}

/** Returns each ad's share of the views as a fraction of 1, in the same order; null for an ad outside its dates. */
export function sharesOf(ads: readonly HouseAd[], nowMs: number): (number | null)[] {
  const shown = new Set(ads.filter(it => isRunning(it, nowMs)))
  const sum = [...shown].reduce((total, it) => total + it.attributes.weight, 0)
  return ads.map(it => (shown.has(it) ? it.attributes.weight / sum : null))
}

function isRunning({ attributes: { starts_at, ends_at } }: HouseAd, nowMs: number): boolean {
  const isBegun = starts_at === null || Date.parse(starts_at) <= nowMs
  return isBegun && (ends_at === null || nowMs < Date.parse(ends_at))
}

/** Reads the form. Invalid values are left unchanged for the server to refuse. */
function attributesOf(form: HouseAdForm): Omit<NewHouseAd, 'id'> {
  return {
    text: form.text,
    link: completeWebAddress(form.link),
    weight: Number(form.weight),
    starts_at: momentOfField(form.starts_at),
    ends_at: momentOfField(form.ends_at)
  }
}
