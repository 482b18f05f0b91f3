import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import { createFakeTransport, errorResponse, jsonResponse } from '../shared/fake-transport.ts'
import { sampleBanner } from '../shared/sample-documents.ts'
import { createPictureStores } from './picture.ts'

test('uploads a picture of its kind', async () => {
  const { transport, calls } = createFakeTransport(() =>
    jsonResponse({ data: sampleBanner('5') }, 201)
  )
  const stores = createPictureStores(createApi({ transport }), 'logo')
  const uploading = stores.upload(new File(['x'], 'logo.png'))
  expect(stores.$upload.get()).toMatchObject({ state: 'uploading', name: 'logo.png' })
  expect(await uploading).toMatchObject({ id: '5', source: '/media/5' })
  const form = calls[0]?.body
  expect(form instanceof FormData && form.get('data[kind]')).toBe('logo')
  expect(stores.$upload.get()).toBe(null)
})

test('says why a picture was refused, without asking for one that is too large', async () => {
  const { transport, calls } = createFakeTransport(() =>
    errorResponse(422, 'banner_not_image', 'No picture.')
  )
  const stores = createPictureStores(createApi({ transport }), 'logo')
  expect(await stores.upload(new File(['x'], 'a.png'))).toBe(null)
  expect(stores.$upload.get()).toMatchObject({ problem: { code: 'banner_not_image' } })
  expect(await stores.upload(new File([new Uint8Array(700_001)], 'a.png'))).toBe(null)
  expect(stores.$upload.get()).toMatchObject({ problem: { code: 'banner_too_large' } })
  expect(calls).toHaveLength(1)
})

test('a picture that was taken away while it was uploaded does not come back', async () => {
  const { transport } = createFakeTransport(() => jsonResponse({ data: sampleBanner('5') }, 201))
  const stores = createPictureStores(createApi({ transport }), 'illustration')
  const uploading = stores.upload(new File(['x'], 'a.png'))
  stores.cancel()
  expect(await uploading).toBe(null)
  expect(stores.$upload.get()).toBe(null)
})
