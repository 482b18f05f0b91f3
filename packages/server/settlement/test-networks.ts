import type { Config } from '@mille/server/config.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import { afterEach, expect } from 'vitest'
import { verifyLedger } from '../ledger/index.ts'
import { createTestNetwork } from './test-network.ts'
import { verifySettlements } from './verify.ts'

/** For a test file: networks of their own, whose books must hold after each test. */
export function testNetworks() {
  const open: TestContext[] = []
  afterEach(async () => {
    for (const context of open.splice(0)) {
      expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
      expect(await verifySettlements(context.db)).toMatchObject({ ok: true })
      await context.close()
    }
  })
  return async (overrides: Partial<Config> = {}) => {
    const context = await createTestContext(overrides)
    open.push(context)
    return { context, clock: context.clock, ...(await createTestNetwork(context)) }
  }
}
