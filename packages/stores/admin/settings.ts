import type { Api, CallFailure } from '@mille/api/client.ts'
import type { ReferenceEntry, Setting } from '@mille/api/settings/endpoints.ts'
import { amountText, parseAmount } from '@mille/money/amount.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

export type OperatorSettingsStores = ReturnType<typeof createOperatorSettingsStores>
type Loaded = { settings: readonly Setting[]; entries: readonly ReferenceEntry[] }

/** State of fee, limits, banner sizes and categories, which the operator changes one at a time. */
export function createOperatorSettingsStores({ settings }: Pick<Api, 'settings'>, loaded: Loaded) {
  const $settings = atom(loaded.settings)
  const $entries = atom(loaded.entries)
  /** Problems by the ID of the setting or entry that could not be changed. */
  const $problems = atom<Readonly<Record<string, Problem>>>({})
  const $pending = atom<ReadonlySet<string>>(new Set())

  async function change<Value>(
    id: string,
    call: () => Promise<{ ok: true; value: Value } | CallFailure>
  ): Promise<Value | null> {
    if ($pending.get().has(id)) return null
    $pending.set($pending.get().union(new Set([id])))
    const result = await call()
    $pending.set($pending.get().difference(new Set([id])))
    const { [id]: _, ...others } = $problems.get()
    $problems.set(result.ok ? others : { ...others, [id]: firstProblem(result) })
    return result.ok ? result.value : null
  }

  return {
    $settings,
    $entries,
    $problems,
    $pending,

    /**
     * Saves a setting. `text` is as typed: a percentage, a number, an amount, or nothing to switch it off. Returns true when it is saved. A value
     * out of bounds has the problem `invalid` at once, before operators are asked to confirm their identity.
     */
    async save(id: string, text: string): Promise<boolean> {
      const isOff = text.trim() === '' && mayBeNone($settings.get(), id)
      const value = isOff ? 'none' : readValue(id, text)
      if (value === null || !(isOff || isWithinBounds($settings.get(), id, value))) {
        $problems.set({ ...$problems.get(), [id]: { code: 'invalid', detail: '' } })
        return false
      }
      const answer = await change(id, () => settings.changeSetting({ id, value }))
      if (answer) $settings.set($settings.get().map(it => (it.id === id ? answer.data : it)))
      return answer !== null
    },

    async setOffered(id: string, isOffered: boolean): Promise<boolean> {
      const answer = await change(id, () => settings.changeOffered({ id, is_offered: isOffered }))
      if (answer) $entries.set($entries.get().map(it => (it.id === id ? answer.data : it)))
      return answer !== null
    }
  }
}

/** Formats a setting for its field, for example 20 for 20 percent, 3, or 0.10000000; empty for one that is off. */
export function writeValue(id: string, value: string): string {
  if (value === 'none') return ''
  if (id.endsWith('fee_basis_points')) return String(Number(value) / 100)
  const currency = currencyOf(id)
  return currency ? amountText(BigInt(value), currency) : value
}

function mayBeNone(settings: readonly Setting[], id: string): boolean {
  return settings.find(it => it.id === id)?.attributes.may_be_none ?? false
}

function isWithinBounds(settings: readonly Setting[], id: string, value: string): boolean {
  const attributes = settings.find(it => it.id === id)?.attributes
  if (!attributes) return true
  return BigInt(value) >= BigInt(attributes.least) && BigInt(value) <= BigInt(attributes.most)
}

/** Returns the value in units of the API; null if the text is not one. */
export function readValue(id: string, text: string): string | null {
  const typed = text.trim()
  const currency = currencyOf(id)
  if (currency) return parseAmount(typed, currency)?.toString() ?? null
  if (!id.endsWith('fee_basis_points')) return /^\d{1,18}$/.test(typed) ? typed : null
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? String(Math.round(Number(typed) * 100)) : null
}

/** Returns the currency in which a setting's amount is typed; null for a setting that is not an amount. */
export function currencyOf(id: string): 'btc' | 'usd' | null {
  return id.endsWith('_btc') ? 'btc' : id.endsWith('_usd') ? 'usd' : null
}
