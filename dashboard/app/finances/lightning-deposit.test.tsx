import { createApi } from '@mille/api/client.ts'
import { sampleInvoice, sampleInvoices } from '@mille/stores/samples/sample-invoice.ts'
import { sampleMoment } from '@mille/stores/samples/sample-moments.ts'
import { createFakeTransport, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ApiProvider } from '../page/app-context.tsx'
import { Reader } from '../page/money/sample-reader.tsx'
import { LightningDeposit } from './lightning-deposit.tsx'

const paid = { state: 'credited', credited: '10000', credited_at: sampleMoment(0) } as const
/** Enough to show that a page is told again and again, and few enough for the test to end. */
const limit = 5

/** A page that is drawn again each time an invoice was paid. */
function Page({ credits }: { credits: bigint[] }) {
  const [, setCount] = useState(0)
  return (
    <LightningDeposit
      depositable={{ id: '7', type: 'user' }}
      terms={{ minimum: '1000', maximum: '1000000' }}
      invoiceId="1"
      onInvoice={() => undefined}
      onChain={null}
      onPaid={credited => {
        credits.push(credited)
        if (credits.length < limit) setCount(credits.length)
      }}
    />
  )
}

test('a page is told once that its invoice was paid, also when it is drawn again because of that', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const credits: bigint[] = []
  const api = createApi(
    createFakeTransport(() => jsonResponse(sampleInvoices([sampleInvoice('1', paid)])))
  )
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <ApiProvider value={api}>
        <Reader currency={null}>
          <Page credits={credits} />
        </Reader>
      </ApiProvider>
    )
  )
  await vi.waitFor(() => expect(page.textContent).toContain('is on your account'))
  expect(credits).toEqual([10_000n])
  await act(async () => root.unmount())
})
