import type { Api, CallResult } from './client.ts'
import { failureOf } from './failure-of.ts'

export type AnyCall = (...given: unknown[]) => Promise<CallResult<unknown>>

/**
 * Creates an API client whose code is loaded by its first call, so that the page can render without it. If loading
 * fails, the call answers as if the server were unreachable, and the next call loads again.
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

/**
 * Returns an object that creates a value for each name on first access. It has no `then`, so that `await` does not
 * treat it as a promise.
 */
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

/** Returns the call with the given domain and name. Throws if the API does not have it. */
export function callOf(api: Api, domain: string, name: string): AnyCall {
  const calls = (api as unknown as Record<string, Record<string, AnyCall>>)[domain]
  const found = calls?.[name]
  if (!found) throw new TypeError(`The contract has no call ${domain}.${name}`)
  return found
}
