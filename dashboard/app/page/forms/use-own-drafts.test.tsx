import type { LookAroundRole } from '@mille/api/constants.ts'
import { sampleAccounts } from '@mille/stores/samples/sample-people.ts'
import { atom } from 'nanostores'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { useOwnDrafts } from './use-own-drafts.ts'

beforeEach(() => {
  localStorage.clear()
  // Each page is rendered synchronously, outside of any `act`.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})

function Page({ stores }: { stores: Parameters<typeof useOwnDrafts>[0] }) {
  useOwnDrafts(stores)
  return null
}

/** Opens a page as an account, as in a new document. */
function openAs(id: string, look_around: LookAroundRole | null) {
  const { data, meta, ...rest } = sampleAccounts.advertiser
  const account = { ...rest, data: { ...data, id }, meta: { ...meta, look_around } }
  const stores = { $account: atom(account), $isCodeUnsaved: atom(false) }
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Page stores={stores} />))
  root.unmount()
}

const draft = () => localStorage.getItem('draft:campaignDraft')

test('what a stranger typed while looking around stays for the account that is created then', () => {
  openAs('1', 'advertiser')
  localStorage.setItem('draft:campaignDraft', 'typed')
  openAs('2', 'publisher')
  openAs('3', null)
  expect(draft()).toBe('typed')
  openAs('4', null)
  expect(draft()).toBe(null)
})

test('looking around leaves the drafts of an own account', () => {
  openAs('3', null)
  localStorage.setItem('draft:campaignDraft', 'typed')
  openAs('1', 'advertiser')
  openAs('3', null)
  expect(draft()).toBe('typed')
})
