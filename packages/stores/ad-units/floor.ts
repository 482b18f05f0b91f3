import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import type { Api, CallResult } from '@mille/api/client.ts'
import { success } from '@mille/api/result.ts'
import { type Asset, amountText, currencies, parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { invalidAmounts } from '../shared/invalid-amounts.ts'
import { createSavedForm } from '../shared/saved-form.ts'

type Call = Api['statistics']['readFloorForecast']
type Answer = Awaited<ReturnType<Call>> extends CallResult<infer Value> ? Value : never

export type FloorForm = { currency: 'usd' | 'btc'; floor: string }
/** What the typed floor price would have cost. Null when none is typed or the server gives no forecast. */
export type FloorForecast = Answer['data']['attributes'] | null

const waitMs = 400

/**
 * State of a unit's floor price per 1,000 views, with a forecast of what it would cost, requested when typing pauses.
 */
export function createFloorStores(
  api: Pick<Api, 'adUnits' | 'statistics'>,
  unit: AdUnit,
  loaded: FloorForecast = null
) {
  const form = createSavedForm(formOf(unit), async typed => {
    const floor = typed.floor.trim() === '' ? null : readFloor(typed)
    if (floor === undefined) return invalidAmounts(['floor'])
    const result = await api.adUnits.updateAdUnit({ id: unit.id, floor })
    return result.ok ? success(formOf(result.value.data)) : result
  })
  const $forecast = atom<FloorForecast>(loaded)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function ask(): Promise<void> {
    const own = ++asked
    const floor = readFloor(form.$form.get())
    const result = floor && (await api.statistics.readFloorForecast({ id: unit.id, ...floor }))
    if (own === asked) $forecast.set(result?.ok ? result.value.data.attributes : null)
  }

  return {
    ...form,
    $forecast,
    change(patch: Partial<FloorForm>) {
      form.change(patch)
      // The forecast was for a different amount, which its sentence does not name, so it is cleared.
      asked++
      $forecast.set(null)
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), waitMs)
    },
    stop: () => clearTimeout(timer)
  }
}

/** Returns the typed floor price; undefined when the text is not an amount. */
function readFloor({ currency, floor }: FloorForm): { asset: Asset; net_cpm: string } | undefined {
  const units = parseAmount(floor, currency)
  return units ? { asset: currencies[currency].asset, net_cpm: units.toString() } : undefined
}

function formOf({ attributes: { floor } }: AdUnit): FloorForm {
  const currency = floor?.asset === 'BTC' ? 'btc' : 'usd'
  return { currency, floor: floor === null ? '' : amountText(BigInt(floor.net_cpm), currency) }
}
