import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { bannerFileBytes, type PictureKind } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { BannerOptions } from './banners.ts'

export type PictureUpload =
  | { state: 'uploading'; name: string /** 0 to 1 */; progress: number }
  | { state: 'failed'; name: string; problem: Problem }

/** The upload of one picture that goes with the text of an ad. What is there already is the draft's business. */
export function createPictureStores(
  api: Pick<Api, 'banners'>,
  kind: Exclude<PictureKind, 'banner'>,
  watchUpload?: BannerOptions['watchUpload']
) {
  const $upload = atom<PictureUpload | null>(null)
  let latest = 0

  return {
    $upload,
    /** The picture as the server keeps it; null when it was refused, or another came meanwhile. */
    async upload(file: File): Promise<CreativePicture | null> {
      const own = ++latest
      const { name } = file
      const fail = (problem: Problem) => {
        $upload.set({ state: 'failed', name, problem })
        return null
      }
      // The server would read all of it only to refuse it.
      if (file.size > bannerFileBytes) return fail({ code: 'banner_too_large', detail: '' })
      $upload.set({ state: 'uploading', name, progress: 0 })
      const form = new FormData()
      form.append('data[image]', file)
      form.append('data[kind]', kind)
      watchUpload?.(form, progress => {
        if (own === latest) $upload.set({ state: 'uploading', name, progress })
      })
      const result = await api.banners.uploadBanner({ form })
      if (own !== latest) return null
      if (!result.ok) return fail(firstProblem(result))
      $upload.set(null)
      const { id, attributes } = result.value.data
      const { file_name, width, height, source } = attributes
      return { id, file_name, width, height, source }
    },
    cancel() {
      latest++
      $upload.set(null)
    }
  }
}
