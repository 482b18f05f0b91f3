import type { Api } from '@mille/api/client.ts'
import { createLaterApi } from '@mille/api/later-api.ts'
import { expect, test } from 'vitest'
import { guardApi } from './guard-api.ts'

test('guards each call of an API, also of one whose code comes later', async () => {
  const setRoles = async (input: unknown) => ({ ok: true, value: input })
  const api = { admin: { setRoles } } as unknown as Api
  const guarded: string[] = []
  for (const given of [api, createLaterApi(async () => api)]) {
    const { admin } = guardApi(given, call => {
      guarded.push('asked')
      return call()
    })
    const input = { id: '1', roles: [] }
    expect(await admin.setRoles(input)).toMatchObject({ ok: true, value: input })
  }
  expect(guarded).toEqual(['asked', 'asked'])
})
