import type { Decision } from '@mille/api/delivery/protocol.ts'
import type { Config } from '@mille/server/config.ts'
import { deliveryRoutes } from '@mille/server/delivery/index.ts'
import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { createTokens } from '@mille/server/delivery/visitors/token.ts'
import { openPublicLog, sealCharges } from '@mille/server/public-log/index.ts'
import { createReceipts } from '@mille/server/receipts/index.ts'
import { settleDue } from '@mille/server/settlement/index.ts'
import { countReports } from './reports.ts'
import { createTestApp } from './test-app.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const oneSecondMs = 1000
let visitors = 0

type Visitor = { address?: string; userAgent?: string }
export type ReceiptedNetwork = Awaited<ReturnType<typeof createReceiptedNetwork>>

/** Creates a test network with a public log, whose pages ask for receipts. */
export async function createReceiptedNetwork(overrides: Partial<Config> = {}) {
  const app = await createTestApp(overrides)
  const { context } = app
  await openPublicLog(context)
  const unit = await addUnit(context.db)
  const campaign = await addCampaign(context.db)
  const receipts = createReceipts(context)
  const delivery = deliveryRoutes(context, receipts)
  await delivery.start()
  await sealCharges(context)

  const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })

  /** Requests an ad for a visitor, then advances the clock by one second. */
  async function decide({ address = newAddress(), userAgent = browser }: Visitor = {}) {
    const headers = { 'user-agent': userAgent }
    const path = `/serve/units/${unit.id}?width=300`
    const answer = await delivery.app.request(path, { headers }, from(address))
    const decision = (await answer.json()) as Decision
    if (!decision.filled) throw new Error(`The visitor got no ad: ${decision.reason}`)
    context.clock.advance(oneSecondMs)
    return { token: decision.token, address, userAgent }
  }

  function report(
    { token, address, userAgent }: { token: string; address: string; userAgent: string },
    more: Record<string, unknown> = { receipt: true }
  ): Promise<Response> {
    const body = JSON.stringify({ token, kind: 'viewable', ...more })
    const init = { method: 'POST', body, headers: { 'user-agent': userAgent } }
    return Promise.resolve(delivery.app.request('/serve/view', init, from(address)))
  }

  /** Creates another decision for the same visitor, who would not get the campaign a second time otherwise. */
  function decideAgain<View extends { token: string }>(view: View): View {
    const tokens = createTokens(context.config.secret)
    const read = tokens.read(view.token, context.now())
    if (!read.ok) throw new Error(read.reason)
    return { ...view, token: tokens.sign({ ...read.value, decision: context.randomBytes(16) }) }
  }

  return {
    ...{
      app,
      context,
      delivery,
      receipts,
      unit: unit.id,
      campaign: campaign.id,
      decide,
      decideAgain,
      report
    },

    /** Lets a new visitor view the ad and returns the receipt. */
    async see(visitor: Visitor = {}): Promise<string> {
      const answer = await report(await decide(visitor))
      if (answer.status !== 200) throw new Error(`There is no receipt: ${answer.status}`)
      return answer.text()
    },

    /** Counts and settles the reported events, and adds them to the public log. */
    async settleAt(moment: string): Promise<void> {
      await delivery.flush()
      context.clock.set(moment)
      await countReports(context)
      await settleDue(context)
      await sealCharges(context)
    },

    async close(): Promise<void> {
      await delivery.stop()
      await app.close()
    }
  }
}

function newAddress(): string {
  visitors++
  return `198.51.${visitors % 250}.${1 + Math.floor(visitors / 250)}`
}
