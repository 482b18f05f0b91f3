import type { Context as HonoContext } from 'hono'
import { type Failure, failure } from '../answers/reply.ts'
import { tooMany } from '../answers/too-many.ts'
import { addressBlock, clientAddress, isThisMachine } from '../callers/client-address.ts'
import type { SignedIn } from '../callers/session.ts'
import { jsonBytes } from '../requests/input.ts'
import { createBudget } from './budget.ts'
import { createGate } from './gate.ts'
import { createRoom } from './room.ts'

/** Maximum simultaneous calls of one caller: fewer than the database connections, which all callers share. */
const callsAtOnce = 8
const callsWaiting = 250
/** Maximum number of pages that are rendered at once for one caller. Rendering is pure processor work. */
const pagesAtOnce = 4
const pagesWaiting = 60
const pagesPerMinute = 600
/**
 * Number of pictures allowed for each call of the minute: a page shows dozens, and a browser requests each of them
 * once.
 */
const picturesPerCall = 5
/**
 * Maximum simultaneous calls of all callers who are not signed in, however many they are: fewer than the database
 * connections.
 */
const strangersAtOnce = 12
const strangersWaiting = 1_000
/**
 * Maximum number of bytes of request bodies that are being read, wait or are processed, for one account: four chat
 * pictures, or three hundred documents.
 */
const bytesOfAccount = 21_000_000
const bytesOfBlock = 2 * bytesOfAccount
const bytesOfAll = 200_000_000
/** Reading this many bytes costs as much as an ordinary call. */
const bytesOfCall = 32_000

export type Crowd = ReturnType<typeof createCrowd>
/** Runs a caller's work, unless the caller's neighborhood of addresses has made too many requests. */
export type TakeTurn = Crowd['call']
export type Turn<Result> = { ok: true; value: Result } | { ok: false; retryAfterSeconds: number }

type Calling = { visitor: SignedIn | null; address: string }
export type Entered = {
  ok: true
  /** Runs the call's work when it is its turn. */
  run: <Result>(work: () => Promise<Result>) => Promise<Turn<Result>>
  /** Releases the room that was reserved for the call's body. */
  leave: () => void
}

/**
 * Keeps one caller from using up the server for all others. An account, or a neighborhood of addresses for visitors who
 * are not signed in, has a budget of calls per minute and a limit of simultaneous ones. Calls from the machine itself
 * without an account are not counted: if `TRUSTED_PROXIES` is not set, all visitors would share their count.
 */
export function createCrowd({ callsPerMinute }: { callsPerMinute: number }) {
  const calls = createBudget(callsPerMinute)
  const pages = createBudget(pagesPerMinute)
  const pictures = createBudget(picturesPerCall * callsPerMinute)
  const callGate = createGate({ atOnce: callsAtOnce, waiting: callsWaiting })
  const sessionGate = createGate({ atOnce: callsAtOnce, waiting: callsWaiting })
  const pageGate = createGate({ atOnce: pagesAtOnce, waiting: pagesWaiting })
  const strangerGate = createGate({ atOnce: strangersAtOnce, waiting: strangersWaiting })
  const forms = createRoom(bytesOfAll)
  const documents = createRoom(Number.POSITIVE_INFINITY)

  /**
   * Counts a call and reserves room for its body of up to `bytes`, before the first byte is read. The body is then read
   * outside the gate for simultaneous calls, so that a slow sender does not delay others.
   */
  function enter({ visitor, address }: Calling, bytes: number, cost: number): Entered | Failure {
    const isNear = isThisMachine(address)
    if (!visitor && isNear) return { ok: true, run: free, leave: () => {} }
    const block = addressBlock(address)
    const subject = visitor ? `user ${visitor.id}` : block
    const wait = calls.spend(subject, cost + Math.floor(bytes / bytesOfCall))
    if (wait !== null) return tooMany(wait)
    const shares = [{ key: subject, max: bytesOfAccount }]
    if (visitor && !isNear) shares.push({ key: block, max: bytesOfBlock })
    const room = (bytes > jsonBytes ? forms : documents).take(shares, bytes)
    if (!room.ok) {
      const detail = 'Too many files are being processed right now. Try again in a minute.'
      const code = room.isFull ? 'unavailable' : 'too_many_requests'
      return failure(code, { detail, retryAfterSeconds: 60 })
    }
    const run: Entered['run'] = work =>
      visitor ? take(callGate, subject, work) : takeAsStranger(block, work)
    return { ok: true, run, leave: room.leave }
  }

  async function takeAsStranger<Result>(
    block: string,
    work: () => Promise<Result>
  ): Promise<Turn<Result>> {
    const turn = await take(callGate, block, () => take(strangerGate, 'all', work))
    return turn.ok ? turn.value : turn
  }

  return {
    enter,

    /** Looks up the caller, which queries the database before the account is known. */
    lookUp<Result>(address: string, work: () => Promise<Result>): Promise<Turn<Result>> {
      return isThisMachine(address) ? free(work) : take(sessionGate, addressBlock(address), work)
    },

    /** Runs a call without a body, by any caller. */
    async call<Result>(
      address: string,
      work: () => Promise<Result>,
      cost = 1
    ): Promise<Turn<Result>> {
      const entered = enter({ visitor: null, address }, 0, cost)
      return entered.ok
        ? entered.run(work)
        : { ok: false, retryAfterSeconds: entered.retryAfterSeconds ?? 1 }
    },

    page<Result>(address: string, work: () => Promise<Result>): Promise<Turn<Result>> {
      if (isThisMachine(address)) return free(work)
      const block = addressBlock(address)
      const retryAfterSeconds = pages.spend(block)
      if (retryAfterSeconds !== null) return Promise.resolve({ ok: false, retryAfterSeconds })
      return take(pageGate, block, work)
    },

    /**
     * Runs a request for a picture from the database. Pictures have a budget of their own, because people who view
     * pages request many.
     */
    picture<Result>(address: string, work: () => Promise<Result>): Promise<Turn<Result>> {
      if (isThisMachine(address)) return free(work)
      const block = addressBlock(address)
      const retryAfterSeconds = pictures.spend(block)
      if (retryAfterSeconds !== null) return Promise.resolve({ ok: false, retryAfterSeconds })
      return takeAsStranger(block, work)
    }
  }
}

/** Responds when it is the caller's turn, or with 429 and when to try again. */
export async function answerInTurn(
  c: HonoContext,
  takeTurn: TakeTurn,
  work: () => Promise<Response>,
  cost?: number
): Promise<Response> {
  const turn = await takeTurn(clientAddress(c), work, cost)
  if (turn.ok) return turn.value
  c.header('Retry-After', String(turn.retryAfterSeconds))
  return c.text('Too many requests at once. Please wait a moment.\n', 429)
}

async function free<Result>(work: () => Promise<Result>): Promise<Turn<Result>> {
  return { ok: true, value: await work() }
}

async function take<Result>(
  gate: ReturnType<typeof createGate>,
  key: string,
  work: () => Promise<Result>
): Promise<Turn<Result>> {
  const turn = await gate.run(key, async () => ({ ok: true as const, value: await work() }))
  return turn ?? { ok: false, retryAfterSeconds: 1 }
}
