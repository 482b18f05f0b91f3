import { createApi } from '@mille/api/client.ts'
import type { Currency } from '@mille/api/payments/endpoints.ts'
import { createFakeTransport, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { ComparedAmount } from '@mille/ui/amount/compared-amount.tsx'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProvider } from '../app-context.tsx'
import { OwnRates } from './own-rates.tsx'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

test('an amount that comes onto a page asks for rates when there are none, or they are older than 60 s', async () => {
  const page = await openPage(null)
  await vi.waitFor(() => expect(page.calls).toEqual(['/api/v1/currencies']))
  await page.close()

  const later = await openPage([])
  vi.setSystemTime(Date.now() + 60_000)
  await later.show('a minute after')
  expect(later.calls).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  await later.show('later')
  await vi.waitFor(() => expect(later.calls).toEqual(['/api/v1/currencies']))
  await later.close()
})

async function openPage(loaded: Currency[] | null) {
  const calls: string[] = []
  const { transport } = createFakeTransport(({ path }) => {
    calls.push(path)
    return jsonResponse({ data: [] })
  })
  const api = createApi({ transport })
  const root = createRoot(document.createElement('div'))
  const show = (key: string) =>
    act(async () =>
      root.render(
        <ApiProvider value={api}>
          <OwnRates loaded={loaded}>
            <ComparedAmount key={key} units={50_000n} asset="BTC" />
          </OwnRates>
        </ApiProvider>
      )
    )
  await show('first')
  // The code that follows the rates loads later and must still know when the page's own rates were read.
  await act(async () => void (await import('./follow-rates.ts')))
  return { calls, show, close: () => act(async () => root.unmount()) }
}
