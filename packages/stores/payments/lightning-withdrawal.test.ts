import { createApi } from '@mille/api/client.ts'
import type { WithdrawalList } from '@mille/api/payments/endpoints.ts'
import { expect, test } from 'vitest'
import { samplePayable } from '../samples/sample-bolt11.ts'
import {
  attributesOf,
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import type { Guard } from '../shared/guard.ts'
import { createLightningWithdrawal } from './lightning-withdrawal.ts'
import { createWithdrawalStores } from './withdrawals.ts'

const loaded: WithdrawalList = {
  data: [],
  meta: {
    pagination: { records: 0 },
    options: [
      {
        token_code: 'BTC',
        currency: 'BTC',
        available: '20000',
        minimum: '100000',
        fee: '5000',
        left_today: '15000',
        approval_above: '1000000',
        addresses: []
      }
    ],
    lightning: { minimum: '1000', maximum: '1000000' },
    freeze_hours: 72
  }
}

/** Opens the form with a server that answers requests with `answer`, and a reader who confirms their identity. */
function open(
  answer: () => Response | Promise<Response> = () => jsonResponse({ data: {} }, 201),
  list = loaded
) {
  const posts: FakeCall[] = []
  let proofs = 0
  const { transport } = createFakeTransport(call => {
    if (call.method === 'GET') return jsonResponse(list)
    posts.push(call)
    return answer()
  })
  const guard: Guard = call => {
    proofs++
    return call()
  }
  const api = createApi({ transport })
  const stores = createLightningWithdrawal(api, createWithdrawalStores(api, list))
  return { stores, guard, posts, proofs: () => proofs }
}

test('a pressed button requests the payment once, without the link and in lower case', async () => {
  const { stores, guard, posts } = open()
  const invoice = samplePayable()
  stores.setText(` LIGHTNING:${invoice.toUpperCase()} `)
  expect(stores.$facts.get()).toMatchObject({ amount: 10_000n, description: 'Payout of October' })
  expect(await Promise.all([stores.pay(guard), stores.pay(guard)])).toEqual([true, false])
  expect(posts.map(attributesOf)).toEqual([{ invoice }])
  expect(stores.$text.get()).toBe('')
})

test('a refusal that is certain comes before the proof of identity, and keeps what was typed', async () => {
  const { stores, guard, posts, proofs } = open()
  const refusalOf = async (text: string) => {
    stores.setText(text)
    expect(await stores.pay(guard)).toBe(false)
    expect(stores.$text.get()).toBe(text)
    return stores.$refusal.get()?.code
  }
  expect(await refusalOf(' ')).toBe('empty')
  expect(await refusalOf('lnbc1notaninvoice')).toBe('invoice_invalid')
  expect(await refusalOf(samplePayable({ amount: '' }))).toBe('invoice_without_amount')
  expect(await refusalOf(samplePayable({ amount: '10005n' }))).toBe('amount_invalid')
  expect(await refusalOf(samplePayable({ amount: '9990n' }))).toBe('amount_below_minimum')
  expect(await refusalOf(samplePayable({ amount: '20m' }))).toBe('amount_above_maximum')
  expect(await refusalOf(samplePayable({ amount: '150u' }))).toBe('amount_over_limit')
  expect([posts.length, proofs()]).toEqual([0, 0])
  stores.setText(samplePayable())
  expect(stores.$refusal.get()).toBeNull()
})

test('the balance has to pay the routing too', async () => {
  const [option] = loaded.meta.options
  const poor = (available: string) => ({
    ...loaded,
    meta: { ...loaded.meta, options: option ? [{ ...option, available }] : [] }
  })
  const payWith = async (available: string) => {
    const { stores, guard } = open(undefined, poor(available))
    stores.setText(samplePayable())
    return (await stores.pay(guard)) || stores.$refusal.get()?.code
  }
  expect(await payWith('10049')).toBe('insufficient_funds')
  expect(await payWith('10050')).toBe(true)
})

test('what the server refuses is at the field, and everything else is not', async () => {
  let answer = errorResponse(422, 'payee_frozen', 'From 2026-03-05.', '/data/attributes/invoice')
  const { stores, guard } = open(() => answer)
  const invoice = samplePayable()
  stores.setText(invoice)
  expect(await stores.pay(guard)).toBe(false)
  expect(stores.$refusal.get()).toEqual({
    code: 'payee_frozen',
    detail: 'From 2026-03-05.',
    field: 'recipient'
  })
  answer = errorResponse(422, 'insufficient_funds', '', '/data/attributes/amount')
  await stores.pay(guard)
  expect(stores.$refusal.get()?.code).toBe('insufficient_funds')
  answer = errorResponse(422, 'lightning_unavailable')
  await stores.pay(guard)
  expect([stores.$refusal.get(), stores.$problem.get()?.code]).toEqual([
    null,
    'lightning_unavailable'
  ])
  answer = errorResponse(422, 'step_up_required')
  await stores.pay(guard)
  expect([stores.$refusal.get(), stores.$problem.get()]).toEqual([null, null])
  expect(stores.$text.get()).toBe(invoice)
})

test('a request without an answer keeps its key, so that it is paid once', async () => {
  let isDown = true
  const { stores, guard, posts } = open(() =>
    isDown ? errorResponse(503, 'unavailable') : jsonResponse({ data: {} }, 201)
  )
  stores.setText(samplePayable())
  expect(await stores.pay(guard)).toBe(false)
  expect(stores.$problem.get()?.code).toBe('unavailable')
  isDown = false
  expect(await stores.pay(guard)).toBe(true)
  const [first, second] = posts.map(it => it.headers.get('idempotency-key'))
  expect(second).toBe(first)
})

test('an address is paid the typed amount, and an invoice its own', async () => {
  const { stores, guard, posts } = open()
  stores.setText(' LIGHTNING:Ada@wallet.example ')
  expect([stores.$isAddress.get(), stores.$amount.get()]).toEqual([true, null])
  stores.setAmount('0.0001')
  expect(stores.$amount.get()).toBe(10_000n)
  expect(await stores.pay(guard)).toBe(true)
  expect(posts.map(attributesOf)).toEqual([{ address: 'ada@wallet.example', amount: '10000' }])
  expect([stores.$text.get(), stores.$amountText.get()]).toEqual(['', ''])

  const api = createApi({ transport: createFakeTransport(() => jsonResponse({})).transport })
  const inSatoshis = createLightningWithdrawal(api, createWithdrawalStores(api, loaded), 'satoshi')
  inSatoshis.setText('ada@wallet.example')
  inSatoshis.setAmount('2500')
  expect(inSatoshis.$amount.get()).toBe(2_500n)
})

test('what is wrong with an address or its amount is at that field, before the proof of identity', async () => {
  const { stores, guard, posts, proofs } = open()
  const refusalOf = async (text: string, amount: string) => {
    stores.setText(text)
    stores.setAmount(amount)
    expect(await stores.pay(guard)).toBe(false)
    expect([stores.$text.get(), stores.$amountText.get()]).toEqual([text, amount])
    const { code, field } = stores.$refusal.get() ?? {}
    return [code, field]
  }
  const address = 'ada@wallet.example'
  expect(await refusalOf('ada@', '0.0001')).toEqual(['lightning_address_invalid', 'recipient'])
  for (const amount of ['', '0', 'x'])
    expect(await refusalOf(address, amount)).toEqual(['amount_invalid', 'amount'])
  expect(await refusalOf(address, '0.00000999')).toEqual(['amount_below_minimum', 'amount'])
  expect(await refusalOf(address, '0.02')).toEqual(['amount_above_maximum', 'amount'])
  expect(await refusalOf(address, '0.00015')).toEqual(['amount_over_limit', 'amount'])
  expect([posts.length, proofs()]).toEqual([0, 0])
})

test('what the server refuses of an address is at its field', async () => {
  const code = 'lightning_address_not_found'
  let answer = errorResponse(422, code, 'No.', '/data/attributes/address')
  const { stores, guard } = open(() => answer)
  stores.setText('ada@wallet.example')
  stores.setAmount('0.0001')
  expect(await stores.pay(guard)).toBe(false)
  expect(stores.$refusal.get()).toEqual({ code, detail: 'No.', field: 'recipient' })
  answer = errorResponse(422, 'amount_below_minimum', 'More.', '/data/attributes/amount')
  await stores.pay(guard)
  expect(stores.$refusal.get()).toMatchObject({ detail: 'More.', field: 'amount' })
  expect([stores.$text.get(), stores.$amountText.get()]).toEqual(['ada@wallet.example', '0.0001'])
})
