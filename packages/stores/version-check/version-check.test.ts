import { expect, test } from 'vitest'
import { createVersionCheckStores } from './version-check.ts'

test.each([
  [200, false],
  [304, false],
  [500, false],
  [404, true]
])('status %i of the build manifest: reload needed is %s', async (status, isNeeded) => {
  const asked: string[] = []
  const stores = createVersionCheckStores('/assets/manifest-1.js', async path => {
    asked.push(path)
    return status
  })
  expect(stores.$isReloadNeeded.get()).toBe(false)
  await stores.check()
  expect(stores.$isReloadNeeded.get()).toBe(isNeeded)
  await stores.check()
  expect(asked).toHaveLength(isNeeded ? 1 : 2)
})

test('no network says nothing', async () => {
  const stores = createVersionCheckStores('/m.js', () => Promise.reject(new TypeError('offline')))
  await stores.check()
  expect(stores.$isReloadNeeded.get()).toBe(false)
})
