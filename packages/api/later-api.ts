import type { Api, CallResult } from './client.ts'
import { failureOf } from './failure-of.ts'

export type AnyCall = (...given: unknown[]) => Promise<CallResult<unknown>>

/**
 * The same calls, whose code is asked for by the first of them: a page is drawn without. Where it cannot be had the
 * server could not have been reached either, which is what the call then answers; the next one asks again.
 */
export function createLaterApi(load: () => Promise<Api>): Api {
  let loading: Promise<Api> | null = null

  async function call(domain: string, name: string, given: unknown[]) {
    loading ??= load()
    const api = await loading.catch(() => null)
    if (api !== null) return callOf(api, domain, name)(...given)
    loading = null
    return failureOf(-1, [])
  }

  return eachName(domain =>
    eachName(
      name =>
        (...given: unknown[]) =>
          call(domain, name, given)
    )
  ) as unknown as Api
}

/** An object that has a value for every name, made once for each name. It does not look like a promise. */
export function eachName<Value>(make: (name: string) => Value): Record<string, Value> {
  return new Proxy<Record<string, Value>>(
    {},
    {
      get(known, name) {
        if (typeof name === 'symbol' || name === 'then') return undefined
        known[name] ??= make(name)
        return known[name]
      }
    }
  )
}

/** The call of that name; throws for one that the contract does not have. */
export function callOf(api: Api, domain: string, name: string): AnyCall {
  const calls = (api as unknown as Record<string, Record<string, AnyCall>>)[domain]
  const found = calls?.[name]
  if (!found) throw new TypeError(`The contract has no call ${domain}.${name}`)
  return found
}
