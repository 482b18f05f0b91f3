import { createBudget } from './budget.ts'
import { addressBlock, isThisMachine } from './client-address.ts'
import { createGate } from './gate.ts'
import type { SignedIn } from './session.ts'

/** Fewer than the connections to the database, which everybody shares. */
const callsAtOnce = 8
const callsWaiting = 250
/** Pages that are drawn by the server are all processor. */
const pagesAtOnce = 4
const pagesWaiting = 60
const pagesPerMinute = 600

export type Crowd = ReturnType<typeof createCrowd>
export type Turn<Result> = { ok: true; value: Result } | { ok: false; retryAfterSeconds: number }

/**
 * Keeps one caller from taking the server from all others: an account, or for those who are not signed in a neighborhood of
 * addresses, has a budget of calls for each minute and a few places at once. Calls from the machine itself that are
 * nobody's are not counted: with TRUSTED_PROXIES forgotten everybody would share their count.
 */
export function createCrowd({ callsPerMinute }: { callsPerMinute: number }) {
  const calls = createBudget(callsPerMinute)
  const pages = createBudget(pagesPerMinute)
  const callGate = createGate({ atOnce: callsAtOnce, waiting: callsWaiting })
  const sessionGate = createGate({ atOnce: callsAtOnce, waiting: callsWaiting })
  const pageGate = createGate({ atOnce: pagesAtOnce, waiting: pagesWaiting })

  return {
    /** Looks up who calls, which asks the database before an account is known. */
    lookUp<Result>(address: string, work: () => Promise<Result>): Promise<Turn<Result>> {
      return isThisMachine(address) ? free(work) : take(sessionGate, addressBlock(address), work)
    },

    call<Result>(
      visitor: SignedIn | null,
      address: string,
      work: () => Promise<Result>
    ): Promise<Turn<Result>> {
      if (!visitor && isThisMachine(address)) return free(work)
      const subject = visitor ? `user ${visitor.id}` : addressBlock(address)
      const retryAfterSeconds = calls.spend(subject)
      if (retryAfterSeconds !== null) return Promise.resolve({ ok: false, retryAfterSeconds })
      return take(callGate, subject, work)
    },

    page<Result>(address: string, work: () => Promise<Result>): Promise<Turn<Result>> {
      if (isThisMachine(address)) return free(work)
      const block = addressBlock(address)
      const retryAfterSeconds = pages.spend(block)
      if (retryAfterSeconds !== null) return Promise.resolve({ ok: false, retryAfterSeconds })
      return take(pageGate, block, work)
    }
  }
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
