import { type Failure, failure, type Reply } from './answers/reply.ts'
import { addressBlock } from './callers/client-address.ts'
import { createRoom } from './overload/room.ts'
import type { Call } from './serve.ts'

/** Of one process; each stream costs some kilobytes. */
const maxOpen = 5_000
/** A company or a carrier behind one address, with some windows each. */
const maxPerBlock = 500

/** The places for open streams of one kind. */
export function createStreamPlaces(maxPerAccount: number) {
  const room = createRoom(maxOpen)
  const take = (userId: number, address: string) =>
    room.take([
      { key: `user ${userId}`, max: maxPerAccount },
      { key: `block ${addressBlock(address)}`, max: maxPerBlock }
    ])

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
        return place.isFull ? failure('unavailable', { retryAfterSeconds: 5 }) : tooMany
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
