import { addressBlock } from './client-address.ts'
import { type Failure, failure, type Reply } from './reply.ts'
import type { Call } from './serve.ts'

/** Of one process; each stream costs some kilobytes. */
const maxOpen = 5_000
/** A company or a carrier behind one address, with some windows each. */
const maxPerBlock = 500

export type Place =
  | { ok: true; leave: () => void }
  | { ok: false; code: 'unavailable' | 'too_many_requests' }

/**
 * The places for open streams of one kind. A place is taken before anything is awaited: a thousand requests at once would
 * otherwise all find one free.
 */
export function createStreamPlaces(maxPerAccount: number) {
  const taken = new Map<string, number>()
  let open = 0

  const countOf = (key: string) => taken.get(key) ?? 0
  const add = (key: string, change: number) => {
    const count = countOf(key) + change
    if (count === 0) taken.delete(key)
    else taken.set(key, count)
  }

  function take(userId: number, address: string): Place {
    if (open >= maxOpen) return { ok: false, code: 'unavailable' }
    const keys = [`user ${userId}`, `block ${addressBlock(address)}`] as const
    if (countOf(keys[0]) >= maxPerAccount || countOf(keys[1]) >= maxPerBlock)
      return { ok: false, code: 'too_many_requests' }
    open++
    for (const key of keys) add(key, 1)
    let isTaken = true
    return {
      ok: true,
      leave() {
        if (!isTaken) return
        isTaken = false
        open--
        for (const key of keys) add(key, -1)
      }
    }
  }

  return {
    take,

    /** Opens a stream in a place, which its end gives back, as does one that does not open. */
    async openIn(
      { user, address }: Pick<Call<unknown>, 'user' | 'address'>,
      tooMany: Failure,
      openAt: (leave: () => void) => Promise<Reply<void>>
    ): Promise<Reply<void>> {
      const place = take(user.id, address)
      if (!place.ok)
        return place.code === 'unavailable'
          ? failure('unavailable', { retryAfterSeconds: 5 })
          : tooMany
      try {
        const opened = await openAt(place.leave)
        if (!opened.ok) place.leave()
        return opened
      } catch (error) {
        place.leave()
        throw error
      }
    }
  }
}
