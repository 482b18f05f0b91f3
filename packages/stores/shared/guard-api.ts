import type { Api, CallResult } from '@mille/api/client.ts'
import { callOf, eachName } from '@mille/api/later-api.ts'

export type GuardCall = <Answer>(
  call: () => Promise<CallResult<Answer>>
) => Promise<CallResult<Answer>>

/**
 * Wraps each API call so that it requests a proof of identity when the server requires one. Calls are looked up when
 * they are made, because an API whose code is loaded later cannot list them.
 */
export function guardApi(api: Api, guard: GuardCall): Api {
  return eachName(domain =>
    eachName(
      name =>
        (...given: unknown[]) =>
          guard(() => callOf(api, domain, name)(...given))
    )
  ) as unknown as Api
}
