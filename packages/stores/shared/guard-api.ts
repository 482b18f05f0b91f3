import type { Api, CallResult } from '@mille/api/client.ts'

export type GuardCall = <Answer>(
  call: () => Promise<CallResult<Answer>>
) => Promise<CallResult<Answer>>

type AnyCall = (...args: unknown[]) => Promise<CallResult<unknown>>

/** The same calls, each of which asks for the proof that it is the same person when the server wants one. */
export function guardApi(api: Api, guard: GuardCall): Api {
  const domains = Object.entries(api).map(([domain, calls]) => {
    const guarded = Object.entries(calls as Record<string, AnyCall>).map(([name, call]) => [
      name,
      (...args: unknown[]) => guard(() => call(...args))
    ])
    return [domain, Object.fromEntries(guarded)]
  })
  return Object.fromEntries(domains) as Api
}
