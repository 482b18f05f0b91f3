import { createApi } from '@mille/api/client.ts'
import { expect, test } from 'vitest'
import {
  createFakeTransport,
  errorResponse,
  type FakeCall,
  jsonResponse
} from '../shared/fake-transport.ts'
import { sampleBanner } from '../shared/sample-documents.ts'
import { type BannerOptions, createBannerStores } from './banners.ts'

function createStores(
  answer: (call: FakeCall) => Response | Promise<Response>,
  options: Partial<BannerOptions> = {}
) {
  const { transport, calls } = createFakeTransport(answer)
  return {
    stores: createBannerStores(createApi({ transport }), { banners: [], ...options }),
    calls
  }
}

const file = (name: string, bytes = 10) =>
  new File([new Uint8Array(bytes)], name, { type: 'image/png' })
const formOf = (call: FakeCall | undefined) => call?.body as FormData

test('sends one picture a call, with the banners there are', async () => {
  const { stores, calls } = createStores(() => jsonResponse({ data: sampleBanner('9') }, 201), {
    banners: [sampleBanner('5')]
  })
  await stores.upload([file('a.png')])
  expect(formOf(calls[0]).get('data[image]')).toBeInstanceOf(File)
  expect(formOf(calls[0]).getAll('data[advert_attributes][banner_ids][]')).toEqual(['5'])
  expect(stores.$banners.get().map(it => it.id)).toEqual(['5', '9'])
})

test('each file has its own end', async () => {
  const { stores } = createStores(call =>
    (formOf(call).get('data[image]') as File).name === 'bad.png'
      ? errorResponse(422, 'banner_size_unknown', 'No such size.')
      : jsonResponse({ data: sampleBanner('9') }, 201)
  )
  await stores.upload([file('good.png'), file('bad.png')])
  expect(stores.$items.get()).toMatchObject([
    { name: 'good.png', state: 'ready' },
    {
      name: 'bad.png',
      state: 'failed',
      problem: { code: 'banner_size_unknown', detail: 'No such size.' }
    }
  ])
})

test('a request that the server finds too large is said as of the file', async () => {
  const { stores } = createStores(() => errorResponse(413, 'request_too_large', 'Too large.'))
  await stores.upload([file('large.png')])
  expect(stores.$items.get()).toMatchObject([
    { state: 'failed', problem: { code: 'banner_too_large', detail: '' } }
  ])
})

test('a file that is too large is not sent', async () => {
  const { stores, calls } = createStores(() => jsonResponse({}, 201))
  await stores.upload([file('huge.png', 700_001)])
  expect(stores.$items.get()).toMatchObject([
    { state: 'failed', problem: { code: 'banner_too_large' } }
  ])
  expect(calls).toEqual([])
})

test('shows how far an upload is, and that one is under way', async () => {
  let report = (_: number) => {}
  let finish = (_: Response) => {}
  const { stores } = createStores(
    () =>
      new Promise<Response>(resolve => {
        finish = resolve
      }),
    { watchUpload: (_, onProgress) => (report = onProgress) }
  )
  const done = stores.upload([file('a.png')])
  await expect.poll(() => stores.$isUploading.get()).toBe(true)
  report(0.5)
  expect(stores.$items.get()).toMatchObject([{ state: 'uploading', progress: 0.5 }])
  await new Promise(resolve => setTimeout(resolve))
  finish(jsonResponse({ data: sampleBanner('9') }, 201))
  await done
  expect(stores.$isUploading.get()).toBe(false)
})

test('tries a failed file again', async () => {
  let tries = 0
  const { stores } = createStores(() =>
    ++tries === 1
      ? errorResponse(503, 'unavailable')
      : jsonResponse({ data: sampleBanner('9') }, 201)
  )
  await stores.upload([file('a.png')])
  await stores.retry(stores.$items.get()[0]?.key ?? '')
  expect(stores.$items.get()).toMatchObject([{ name: 'a.png', state: 'ready' }])
})

test.each([
  [new Response(null, { status: 204 }), 0],
  [errorResponse(422, 'banner_in_use'), 0],
  [errorResponse(404, 'not_found'), 0],
  [new Response(null, { status: 200 }), 1],
  [errorResponse(500, 'internal'), 1]
])('takes a banner away only where the server let go of it', async (answer, left) => {
  const { stores } = createStores(() => answer.clone(), { banners: [sampleBanner('5')] })
  await stores.remove('5')
  expect(stores.$items.get()).toHaveLength(left)
})

test('a failed file is taken away without asking anybody', async () => {
  const { stores, calls } = createStores(() => errorResponse(422, 'banner_not_image'))
  await stores.upload([file('a.png')])
  await stores.remove(stores.$items.get()[0]?.key ?? '')
  expect(stores.$items.get()).toEqual([])
  expect(calls).toHaveLength(1)
})
