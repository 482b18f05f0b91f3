import type { CallOptions, CallResult } from '@mille/api/client.ts'

type Send<Answer> = (options: Pick<CallOptions, 'idempotencyKey'>) => Promise<CallResult<Answer>>

/**
 * Sends the same wish under the same key until the server has said yes or no to it: an answer that was lost on its way may
 * have been a yes, and the server does a thing with one key once.
 */
export function createAttempt() {
  let open: { wish: string; key: string } | null = null

  return {
    /** `wish` is all that the call asks for: another one is another wish. */
    async send<Answer>(wish: string, call: Send<Answer>): Promise<CallResult<Answer>> {
      if (open?.wish !== wish) open = { wish, key: crypto.randomUUID() }
      const result = await call({ idempotencyKey: open.key })
      if (result.ok || isNo(result.status)) open = null
      return result
    }
  }
}

/** Without a network, and from a server in trouble, nothing is known. A refused token and a limit come before the work. */
function isNo(status: number): boolean {
  return status >= 400 && status < 500
}
