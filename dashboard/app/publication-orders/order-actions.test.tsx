import { createApi } from '@mille/api/client.ts'
import type { OrderDocument } from '@mille/api/marketplace/endpoints.ts'
import { createOrderStores, type LoadedOrder } from '@mille/stores/publication-orders/order.ts'
import { loadEveryPart } from '@mille/ui/shared/later.ts'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { OrderActions } from './order-actions.tsx'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
// Lazy parts are loaded first, because a dialog that loads later would render outside of `act`.
beforeAll(loadEveryPart)

test.each([
  [false, true],
  [true, false]
])(
  'confirming a page that has the link (%s) repeats what its checks found wrong: %s',
  async (has_link, isRepeated) => {
    const dialog = await askToConfirm(has_link)
    expect(dialog.text).toContain('Confirm the publication?')
    expect(dialog.text.includes('The link was not found on the page')).toBe(isRepeated)
    expect(dialog.buttons).toContain('Dispute')
    await dialog.close()
  }
)

async function askToConfirm(has_link: boolean) {
  const proof = { is_reachable: true, is_on_site: true, has_link, problem: null, status: 200 }
  const attributes = { state: 'published', next_states: ['confirmed', 'disputed'], proof }
  const order = { data: { id: '8', attributes } } as unknown as OrderDocument
  const loaded = {
    order,
    messages: { data: [], meta: { pagination: { records: 0 } } }
  } as unknown as LoadedOrder
  const stores = createOrderStores(createApi({ transport: async () => new Response() }), loaded)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <ToastProvider>
        <OrderActions stores={stores} />
      </ToastProvider>
    )
  )
  await act(async () => place.querySelector('button')?.click())
  const shown = document.querySelector('[role=dialog]')
  return {
    text: shown?.textContent ?? '',
    buttons: Array.from(shown?.querySelectorAll('button') ?? [], it => it.textContent),
    async close() {
      await act(async () => root.unmount())
      place.remove()
    }
  }
}
