import type { Api, CallResult } from '@mille/api/client.ts'
import { callOf, eachName } from '@mille/api/later-api.ts'

export type GuardCall = <Answer>(
  call: () => Promise<CallResult<Answer>>
) => Promise<CallResult<Answer>>

/**
 * The same calls, each of which asks for the proof that it is the same person when the server wants one. They are looked
 * up when they are made: an API whose code comes later cannot list them.
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
