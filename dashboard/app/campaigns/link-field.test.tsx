import { createApi } from '@mille/api/client.ts'
import { emptyCampaignDraft } from '@mille/stores/campaign-draft/campaign-rules.ts'
import {
  attributesOf,
  createFakeTransport,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProvider } from '../page/app-context.tsx'
import { LinkField } from './link-field.tsx'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

test('a link whose page does not answer is said at its field as soon as that is left', async () => {
  const page = await leaveField('bread.example', { reachable: false })
  await vi.waitFor(() => expect(page.text()).toContain('answered with status 503'))
  expect(page.text()).toContain('would not reach it')
  expect(attributesOf(page.calls[0])).toEqual({ page_url: 'https://bread.example' })
  await page.close()
})

test('the page is looked at as a click opens it, with values in place of macros', async () => {
  const page = await leaveField('bread.example/{unit}?from={site}', { reachable: true })
  await vi.waitFor(() => expect(page.calls).toHaveLength(1))
  expect(attributesOf(page.calls[0])).toEqual({
    page_url: 'https://bread.example/1?from=blog.example'
  })
  await page.close()
})

test('nothing is said of a page that answers', async () => {
  const page = await leaveField('bread.example', { reachable: true })
  await vi.waitFor(() => expect(page.calls).toHaveLength(1))
  expect(page.text()).not.toContain('would not reach it')
  await page.close()
})

async function leaveField(creative_link: string, { reachable }: { reachable: boolean }) {
  const problem = reachable ? null : 'answered with status 503'
  const attributes = { page_url: `https://${creative_link}`, reachable, problem }
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: { type: 'page_analyses', id: '1', attributes } }, 201)
  )
  const stores = { change: () => {} } as never
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <ApiProvider value={createApi({ transport })}>
        <LinkField stores={stores} draft={{ ...emptyCampaignDraft, creative_link }} problems={{}} />
      </ApiProvider>
    )
  )
  const input = place.querySelector('input')
  await act(async () => input?.focus())
  await act(async () => input?.blur())
  await act(async () => void (await import('./link-notice.tsx')))
  return {
    calls,
    text: () => place.textContent ?? '',
    async close() {
      await act(async () => root.unmount())
      place.remove()
    }
  }
}
