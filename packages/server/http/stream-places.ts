import { type Failure, failure, type Reply } from './answers/reply.ts'
import { addressBlock } from './callers/client-address.ts'
import { createRoom } from './overload/room.ts'
import type { Call } from './serve.ts'

/** Maximum number of open streams of one kind in a process; each costs a few kilobytes. */
const maxOpen = 5_000
/**
 * Maximum number of open streams for one block of addresses: a company or carrier behind one address, whose users have
 * several windows each.
 */
const maxPerBlock = 500

/** Limits the number of open streams of one kind. */
export function createStreamPlaces(maxPerAccount: number) {
  const room = createRoom(maxOpen)
  const take = (userId: number, address: string) =>
    room.take([
      { key: `user ${userId}`, max: maxPerAccount },
      { key: `block ${addressBlock(address)}`, max: maxPerBlock }
    ])

  return {
    take,

    /** Opens a stream in a place, which is released when the stream ends or cannot be opened. */
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
