import { type DataStrategyResult, data } from 'react-router'
import { expect, test, vi } from 'vitest'
import { PageCodeError } from './page-code.ts'
import { createPageLoads } from './page-loads.ts'

const here = 'https://mille.example/campaigns'
const there = 'https://mille.example/finances'

function loadsOf({ address = here, isReachable = true } = {}) {
  const leaveFor = vi.fn()
  const page = {
    address: here,
    loaded: new Map([['page', 'what was there']]),
    open: vi.fn(),
    reload: vi.fn(),
    stay: vi.fn(async () => {})
  }
  const browser = { address: () => address, isReachable: async () => isReachable, leaveFor }
  const loads = createPageLoads(browser)
  loads.show(page)
  return { loads, page, leaveFor }
}

const failed = (status: number): Record<string, DataStrategyResult> => ({
  page: { type: 'error', result: data({ code: `code_${status}`, detail: '' }, { status }) }
})

test.each([418, 429, 500, 503])('a page that answers %i is not opened', async status => {
  const { loads, page } = loadsOf()
  await loads.settle(new Request(there), failed(status))
  expect(page.stay).toHaveBeenCalled()
  const failure = loads.$failure.get()
  expect(failure).toMatchObject({ problem: { code: `code_${status}` }, isReload: false })
  failure?.retry()
  expect(page.open).toHaveBeenCalledWith(there)
})

test.each([401, 403, 404])('a page that answers %i is shown as that', async status => {
  const { loads, page } = loadsOf()
  const results = failed(status)
  expect(await loads.settle(new Request(there), results)).toBe(results)
  expect(page.stay).not.toHaveBeenCalled()
})

test('going back to a page that cannot be had shows the failure: the address has changed', async () => {
  const { loads, page } = loadsOf({ address: there })
  const results = failed(503)
  expect(await loads.settle(new Request(there), results)).toBe(results)
  expect(page.stay).not.toHaveBeenCalled()
})

test('a page that cannot be loaded again keeps what it had', async () => {
  const { loads, page } = loadsOf()
  const results = await loads.settle(new Request(here), failed(404))
  expect(results).toEqual({ page: { type: 'data', result: 'what was there' } })
  expect(loads.$failure.get()).toMatchObject({ isReload: true })
  loads.$failure.get()?.retry()
  expect(page.reload).toHaveBeenCalled()
  await loads.settle(new Request(here), { page: { type: 'data', result: 'new' } })
  expect(loads.$failure.get()).toBeNull()
})

test('an error page that fails again stays one', async () => {
  const { loads } = loadsOf()
  const results = { other: failed(500).page } as Record<string, DataStrategyResult>
  expect(await loads.settle(new Request(here), results)).toBe(results)
  expect(loads.$failure.get()).toBeNull()
})

test('a page whose code is gone is loaded whole, if there is a server', async () => {
  const results: Record<string, DataStrategyResult> = {
    page: { type: 'error', result: new PageCodeError() }
  }
  const reachable = loadsOf()
  void reachable.loads.settle(new Request(there), results)
  await vi.waitFor(() => expect(reachable.leaveFor).toHaveBeenCalledWith(there))
  const away = loadsOf({ isReachable: false })
  await away.loads.settle(new Request(there), results)
  expect(away.leaveFor).not.toHaveBeenCalled()
  expect(away.loads.$failure.get()).toMatchObject({ problem: { code: 'unreachable' } })
})

test('a load that fails before the frame has told what is shown waits for it', async () => {
  const { page } = loadsOf()
  const browser = { address: () => here, isReachable: async () => true, leaveFor: vi.fn() }
  const loads = createPageLoads(browser)
  const settled = loads.settle(new Request(there), failed(503))
  loads.show(page)
  await settled
  expect(loads.$failure.get()).toMatchObject({ isReload: false })
})

test('a redirect and a page that is not awaited are left alone', async () => {
  const { loads, page } = loadsOf()
  await loads.settle(new Request(there), {
    page: { type: 'error', result: new Response(null, { status: 302 }) }
  })
  const signal = AbortSignal.abort()
  await loads.settle(new Request(there, { signal }), failed(500))
  expect(page.stay).not.toHaveBeenCalled()
  expect(loads.$failure.get()).toBeNull()
})
