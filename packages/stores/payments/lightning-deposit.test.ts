import { createApi } from '@mille/api/client.ts'
import type { LightningDeposit } from '@mille/api/payments/endpoints.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleInvoice } from '../samples/sample-invoice.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '../shared/fake-transport.ts'
import {
  createLightningStores,
  invoiceCode,
  isPaidLate,
  isUnified,
  type LoadedLightning,
  paidAbove
} from './lightning-deposit.ts'

const start = Date.parse('2026-11-01T00:00:00.000Z')
const minute = 60_000
type Attributes = LightningDeposit['attributes']

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

const loaded = {
  depositable: { id: '7', type: 'user' as const },
  terms: { minimum: '1000', maximum: '100000' },
  currency: 'btc' as const
}
const at = (ms: number) => new Date(start + ms).toISOString()

/** A server with its invoices, which several tabs can use. */
function createServer() {
  const invoices: LightningDeposit[] = []
  const server = { isDown: false, invoices, reads: 0, posts: [] as Record<string, unknown>[] }
  const { transport } = createFakeTransport(call => {
    if (server.isDown) return errorResponse(503, 'unavailable')
    if (call.method === 'POST') {
      const { amount, ...of } = attributesOf(call) as Pick<Attributes, 'amount'>
      server.posts.push({ amount, ...of })
      const times = {
        created_at: at(Date.now() - start),
        expires_at: at(Date.now() - start + 60 * minute)
      }
      const made = sampleInvoice(String(invoices.length + 1), { amount, ...of, ...times })
      invoices.unshift(made)
      return jsonResponse({ data: made }, 201)
    }
    server.reads++
    const id = new URL(call.path, 'https://x.example').searchParams.get('filter[id]')
    const data = invoices.filter(it => id === null || it.id === id)
    return jsonResponse({
      data,
      meta: { pagination: { records: data.length }, terms: loaded.terms }
    })
  })
  const change = (id: string, attributes: Partial<Attributes>) => {
    const index = invoices.findIndex(it => it.id === id)
    const before = invoices[index]!
    invoices[index] = { ...before, attributes: { ...before.attributes, ...attributes } }
  }
  const pay = (id: string, credited = invoices.find(it => it.id === id)!.attributes.amount) =>
    change(id, { state: 'credited', credited, credited_at: at(Date.now() - start) })
  const openTab = (own: Partial<LoadedLightning> = {}) =>
    createLightningStores(createApi({ transport }), { ...loaded, ...own })
  return { server, change, pay, openTab }
}

test('an amount outside of the limits is refused at its field, which keeps it', async () => {
  const { server, openTab } = createServer()
  const stores = openTab()
  for (const [text, problem] of [
    ['', 'must be an amount, such as 0.0001'],
    ['0.00000999', 'The minimum is 0.00001000 BTC'],
    ['0.00100001', 'The maximum is 0.00100000 BTC']
  ] as const) {
    stores.setText(text)
    expect(await stores.make()).toBeNull()
    expect(stores.$problems.get().fields).toEqual({ amount: problem })
    expect(stores.$text.get()).toBe(text)
  }
  expect(server.posts).toEqual([])
  server.isDown = true
  stores.setText('0.0001')
  expect(stores.$problems.get().fields).toEqual({})
  expect(await stores.make()).toBeNull()
  expect(stores.$problems.get().general[0]?.code).toBe('unavailable')
  expect(stores.$text.get()).toBe('0.0001')
})

test('the amount is typed in the unit of the reader', async () => {
  const { server, openTab } = createServer()
  const stores = openTab({ currency: 'satoshi', amount: 999n })
  expect(await stores.make()).toBeNull()
  expect(stores.$problems.get().fields).toEqual({ amount: 'The minimum is 1000 sats' })
  stores.setText('1500')
  expect(await stores.make()).toBe('1')
  expect(server.posts[0]?.amount).toBe('1500')
  await stores.renew()
  expect([stores.$text.get(), server.posts[1]?.amount]).toEqual(['1500', '1500'])
})

test('two presses make one invoice, which is paid without a reload', async () => {
  const { server, pay, openTab } = createServer()
  const stores = openTab()
  stores.setText('0.0001')
  expect(await Promise.all([stores.make(), stores.make()])).toEqual(['1', null])
  expect(server.posts).toEqual([{ depositable_id: '7', depositable_type: 'user', amount: '10000' }])
  const stop = stores.watch()
  expect([stores.$phase.get(), stores.$secondsLeft.get()]).toEqual(['open', 3_600])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([stores.$phase.get(), stores.$secondsLeft.get()]).toEqual(['open', 3_590])
  pay('1')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(stores.$phase.get()).toBe('paid')
  const { reads } = server
  await vi.advanceTimersByTimeAsync(60_000)
  expect(server.reads).toBe(reads)
  stop()
})

test('an invoice expires by what the server says, and a late payment is still seen', async () => {
  const { change, pay, openTab } = createServer()
  const stores = openTab()
  stores.setText('0.0001')
  await stores.make()
  const stop = stores.watch()
  await vi.advanceTimersByTimeAsync(55 * minute)
  expect(stores.$phase.get()).toBe('expiring')
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect([stores.$phase.get(), stores.$secondsLeft.get()]).toEqual(['checking', 0])
  change('1', { state: 'expired' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(stores.$phase.get()).toBe('expired')
  pay('1', '10500')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(stores.$phase.get()).toBe('paid')
  const { attributes } = stores.$deposit.get()!
  expect([paidAbove(attributes), isPaidLate(attributes)]).toEqual([500n, true])
  stop()
})

test('a new invoice has the same amount, and the old one stays in the list', async () => {
  const { server, change, openTab } = createServer()
  const stores = openTab()
  stores.setText('0.0001')
  await stores.make()
  change('1', { state: 'expired' })
  stores.setText('0.0005')
  server.isDown = true
  expect(await stores.renew()).toBeNull()
  expect(stores.$deposit.get()?.id).toBe('1')
  server.isDown = false
  expect(await stores.renew()).toBe('2')
  expect(server.posts.map(it => it.amount)).toEqual(['10000', '10000'])
  expect(stores.$text.get()).toBe('0.0001')
  expect(stores.$deposit.get()?.id).toBe('2')
  stores.leave()
  expect(stores.$deposit.get()).toBeNull()
  await stores.readInvoices()
  expect(stores.$invoices.get().map(it => it.id)).toEqual(['2', '1'])
})

test('a payment while the reader is offline is seen as soon as the connection is back', async () => {
  const { server, pay, openTab } = createServer()
  const stores = openTab()
  stores.setText('0.0001')
  await stores.make()
  const stop = stores.watch()
  server.isDown = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect([stores.$isOffline.get(), stores.$phase.get()]).toEqual([true, 'open'])
  pay('1')
  await vi.advanceTimersByTimeAsync(61 * minute)
  // The reader's clock is all that is known; the invoice was in fact paid.
  expect(stores.$phase.get()).toBe('expired')
  server.isDown = false
  await vi.advanceTimersByTimeAsync(3_000)
  expect([stores.$isOffline.get(), stores.$phase.get()]).toEqual([false, 'paid'])
  stop()
})

test('two tabs show the same invoice, and both say that it is paid', async () => {
  const { pay, openTab } = createServer()
  const first = openTab()
  first.setText('0.0001')
  const id = await first.make()
  const second = openTab()
  await second.open(id ?? '')
  const stops = [first.watch(), second.watch()]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(second.$deposit.get()?.attributes.invoice).toBe(first.$deposit.get()?.attributes.invoice)
  // One of them moves on to another invoice, and the other one is paid.
  expect(await second.renew()).toBe('2')
  pay('1')
  await vi.advanceTimersByTimeAsync(3_000)
  expect([first.$phase.get(), second.$phase.get()]).toEqual(['paid', 'open'])
  await second.open('1')
  expect(second.$phase.get()).toBe('paid')
  for (const stop of stops) stop()
})

test('an invoice of another account is missing, and is not asked for again', async () => {
  const { server, openTab } = createServer()
  const stores = openTab()
  await stores.open('99')
  const stop = stores.watch()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stores.$isMissing.get(), server.reads]).toEqual([true, 1])
  stop()
})

test('the list has the invoices of the account or campaign that the deposit is for', async () => {
  const { server, openTab } = createServer()
  server.invoices.push(
    sampleInvoice('2', { depositable_type: 'campaign', depositable_id: '7' }),
    sampleInvoice('1', { depositable_id: '7' })
  )
  const stores = openTab()
  await stores.readInvoices()
  expect(stores.$invoices.get().map(it => it.id)).toEqual(['1'])
})

test('a code is upper case, and names an address on the chain only if that would be credited', () => {
  const invoice = { invoice: 'lnbcrt100u1p', amount: '10000' }
  const onChain = { uri: 'bitcoin:bcrt1q', minimum: 10_000n }
  const unified = 'bitcoin:bcrt1q?amount=0.00010000&lightning=LNBCRT100U1P'
  expect(invoiceCode(invoice, null)).toBe('LIGHTNING:LNBCRT100U1P')
  expect(invoiceCode(invoice, onChain)).toBe(unified)
  expect(invoiceCode(invoice, { ...onChain, minimum: null })).toBe(unified)
  expect(invoiceCode({ ...invoice, amount: '9999' }, onChain)).toBe('LIGHTNING:LNBCRT100U1P')
  expect(isUnified('9999', onChain)).toBe(false)
})
