import { afterEach, expect } from 'vitest'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { verifyEarnings } from '../../earnings/index.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { verifySettlements } from '../verify.ts'
import { createTestNetwork } from './network.ts'

type HeldContext = Context & { clock: unknown; close: () => Promise<void> }

/** For a test file: creates networks, each in its own context, and checks their books after each test. */
export function testNetworks<Held extends HeldContext>(
  createContext: (overrides: Partial<Config>) => Promise<Held>
) {
  const open: Held[] = []
  afterEach(async () => {
    for (const context of open.splice(0)) {
      expect(await verifyLedger(context.db)).toMatchObject({ ok: true })
      expect(await verifySettlements(context.db)).toMatchObject({ ok: true })
      expect(await verifyEarnings(context.db)).toMatchObject({ ok: true })
      await context.close()
    }
  })
  return async (overrides: Partial<Config> = {}) => {
    const context = await createContext(overrides)
    open.push(context)
    return { context, clock: context.clock as Held['clock'], ...(await createTestNetwork(context)) }
  }
}
