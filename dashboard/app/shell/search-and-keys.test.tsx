import { createApi } from '@mille/api/client.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProvider, AppProvider } from '../page/app-context.tsx'
import { SearchAndKeys } from './search-and-keys.tsx'
import { SearchButton } from './search-button.tsx'

let close = () => {}
// A dialog's code loads when the dialog first opens, outside of any `act`.
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => close())

test.each([
  ['Ctrl+K opens the search', { key: 'k', ctrlKey: true }, 'Quick search'],
  ['the same key of a keyboard of another script does', ctrlCyrillicK(), 'Quick search'],
  ['Ctrl+K opens it from a field', { key: 'k', ctrlKey: true, from: 'input' }, 'Quick search'],
  ['Ctrl+Shift+K is the browser’s', { key: 'K', ctrlKey: true, shiftKey: true }, null],
  ['K alone is a letter', { key: 'k' }, null],
  ['? lists the keys', { key: '?', shiftKey: true }, 'Keyboard shortcuts'],
  ['? in a line of text is typed', { key: '?', shiftKey: true, from: 'input' }, null],
  ['? in a text is typed', { key: '?', shiftKey: true, from: 'textarea' }, null]
])('%s', async (_, { from = 'body', ...key }: KeyboardEventInit & { from?: string }, opened) => {
  await show(sampleAccounts.advertiser)
  const { isTaken, title } = await press(from, key)
  expect(title).toBe(opened)
  expect(isTaken).toBe(opened !== null)
})

test('a visitor has nothing to search, and Ctrl+K stays the browser’s', async () => {
  await show(null)
  expect(await press('body', { key: 'k', ctrlKey: true })).toEqual({ isTaken: false, title: null })
  expect(await press('body', { key: '?' })).toEqual({ isTaken: false, title: null })
})

test('behind a dialog neither key does anything', async () => {
  await show(sampleAccounts.advertiser)
  await press('body', { key: '?' })
  expect(await press('body', { key: 'k', ctrlKey: true })).toEqual({
    isTaken: false,
    title: 'Keyboard shortcuts'
  })
})

function ctrlCyrillicK() {
  return { key: 'л', code: 'KeyK', ctrlKey: true }
}

async function show(account: Parameters<typeof createSessionStores>[1]) {
  const api = createApi({ transport: () => new Promise<Response>(() => {}) })
  const stepUp = createStepUpStores(api, { get: async () => null })
  const app = { session: createSessionStores(api, account), popups: createPopupStores(), stepUp }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  // Rendered synchronously, the effects that listen to keys have run, too.
  flushSync(() =>
    root.render(
      <MemoryRouter>
        <ApiProvider value={api}>
          <AppProvider value={app}>
            {account && <SearchButton signOut={() => {}} />}
            <SearchAndKeys />
            <input />
            <textarea />
          </AppProvider>
        </ApiProvider>
      </MemoryRouter>
    )
  )
  await vi.waitFor(() => expect(place.querySelector('textarea')).not.toBeNull())
  close = () => {
    flushSync(() => root.unmount())
    place.remove()
  }
}

/** Presses a key. Returns whether the page handled it, and the title of the dialog that is then open. */
async function press(from: string, init: KeyboardEventInit) {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  document.querySelector(from)?.dispatchEvent(event)
  const isTaken = event.defaultPrevented
  // The dialog's title appears after the dialog, when the code of its content is loaded.
  if (isTaken) await vi.waitFor(() => expect(titleOf(openDialog())).not.toBeNull(), 10_000)
  // Waits long enough for a dialog that must not open.
  else await new Promise(done => setTimeout(done, 50))
  return { isTaken, title: titleOf(openDialog()) }
}

const titleOf = (dialog: Element | null) => dialog?.querySelector('h2')?.textContent ?? null

function openDialog() {
  return document.querySelector('[role=dialog]')
}
