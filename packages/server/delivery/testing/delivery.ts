import type { TestContext } from '@mille/testing/test-context.ts'
import { type Delivery, deliveryRoutes } from '../routes.ts'
import { clearCounts } from './counting.ts'

/** A browser's user agent. */
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type TestDelivery = Delivery & {
  /** Nothing has been counted, and it is ten o'clock. */
  clear: () => Promise<void>
  /** Stops it and closes its context. */
  close: () => Promise<void>
}

/** Delivery in this process, with what the network has by now. */
export async function startDelivery(context: TestContext): Promise<TestDelivery> {
  const delivery = deliveryRoutes(context)
  await delivery.start()
  return {
    ...delivery,
    async clear() {
      await delivery.flush()
      await clearCounts(context.db)
      context.clock.set('2026-03-02T10:00:00Z')
    },
    async close() {
      await delivery.stop()
      await context.close()
    }
  }
}

/** Sends a request as a visitor whose connection comes from that address. */
export function askFrom(
  { app }: Pick<Delivery, 'app'>,
  address: string,
  path: string,
  init: RequestInit = {}
): Promise<Response> | Response {
  return app.request(path, init, { incoming: { socket: { remoteAddress: address } } })
}
