import { createTestApp } from '@mille/testing/test-app.ts'
import { expect, test } from 'vitest'
import { inUploadPlace } from './upload-places.ts'

test('refuses uploads beyond those that there are places for, and takes them again', async () => {
  const app = await createTestApp()
  const { api } = await app.signIn()
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const hold = inUploadPlace(() => over)
  const held = Array.from({ length: 41 }, hold)
  const uploads = [
    () => api.banners.uploadBanner({ form: formOf('data[image]') }),
    () => api.marketplace.uploadOfferLogo({ form: formOf('data[image]') }),
    () => api.marketplace.uploadOrderAttachment({ form: formOf('data[file]') }),
    () => api.support.uploadChatPicture({ form: formOf('data[file]') })
  ]
  for (const upload of uploads)
    expect(await upload()).toMatchObject({ ok: false, status: 429, code: 'too_many_requests' })
  end()
  expect((await Promise.all(held)).filter(it => it !== undefined)).toHaveLength(1)
  for (const upload of uploads) expect((await upload()).status).not.toBe(429)
  await app.close()
})

function formOf(name: string): FormData {
  const form = new FormData()
  form.append(name, new File(['words'], 'words.txt'))
  return form
}
