import type { TestContext } from '@mille/testing/test-context.ts'
import { type Delivery, deliveryRoutes } from '../routes.ts'
import { clearCounts } from './counting.ts'

/** User agent of a browser. */
export const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

export type TestDelivery = Delivery & {
  /** Deletes all counts and sets the clock to ten o'clock. */
  clear: () => Promise<void>
  /** Stops the delivery and closes its context. */
  close: () => Promise<void>
}

/** Starts ad delivery in this process, with the network's current data. */
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

/** Sends a request as a visitor who connects from an address. */
export function askFrom(
  { app }: Pick<Delivery, 'app'>,
  address: string,
  path: string,
  init: RequestInit = {}
): Promise<Response> | Response {
  return app.request(path, init, { incoming: { socket: { remoteAddress: address } } })
}
