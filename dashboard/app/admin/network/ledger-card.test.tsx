import { createApi } from '@mille/api/client.ts'
import type { ShownLedgerCheck } from '@mille/stores/admin/ledger-check.ts'
import { createFakeTransport, jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProvider } from '../../page/app-context.tsx'
import { LedgerCard } from './ledger-card.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const running: ShownLedgerCheck = {
  ...{ state: 'running', is_full: false, requested_at: '2026-03-02T10:00:00.000Z' },
  ...{ ended_at: null, since: null, seconds: 7.6, part: 3, parts: 18, part_name: 'A settlement' },
  ...{ text: null, note: null }
}
const broken: ShownLedgerCheck = {
  ...running,
  ...{ state: 'inconsistent', ended_at: '2026-03-02T10:00:14.000Z', part: 18, seconds: 14 },
  ...{ since: '2026-03-01T10:00:00.000Z', text: 'A coupon is broken: 7\nA seal is broken: 9' }
}

test('follows a run that was started before the page was opened, and names what it found', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { type: 'ledger_checks', id: '1', attributes: broken } })
  )
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(() =>
    root.render(
      <ApiProvider value={createApi({ transport })}>
        <LedgerCard loaded={running} />
      </ApiProvider>
    )
  )
  expect(place.textContent).toContain('Part 3 of 18, 8 seconds')
  const isDisabled = () => Array.from(place.querySelectorAll('button'), it => it.disabled)
  expect(isDisabled()).toEqual([true, true])
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  const lines = Array.from(place.querySelectorAll('p'), it => it.textContent)
  expect(lines).toEqual(expect.arrayContaining(['A coupon is broken: 7', 'A seal is broken: 9']))
  expect(place.textContent).toContain('after 14 seconds')
  expect(isDisabled()).toEqual([false, false])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(calls).toHaveLength(1)
  await act(() => root.unmount())
})
