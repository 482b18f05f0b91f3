import type { CreativePicture } from '@mille/api/campaigns/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { bannerFileBytes, type PictureKind } from '@mille/api/constants.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import type { BannerOptions } from './banners.ts'

export type PictureUpload =
  | { state: 'uploading'; name: string /** Upload progress from 0 to 1. */; progress: number }
  | { state: 'failed'; name: string; problem: Problem }

/**
 * State of the upload of one picture that accompanies the text of an ad. An existing picture is part of the draft
 * instead.
 */
export function createPictureStores(
  api: Pick<Api, 'banners'>,
  kind: Exclude<PictureKind, 'banner'>,
  watchUpload?: BannerOptions['watchUpload']
) {
  const $upload = atom<PictureUpload | null>(null)
  let latest = 0

  return {
    $upload,
    /**
     * Uploads a picture and returns it as stored by the server; null when it was refused or another picture was chosen
     * meanwhile.
     */
    async upload(file: File): Promise<CreativePicture | null> {
      const own = ++latest
      const { name } = file
      const fail = (problem: Problem) => {
        $upload.set({ state: 'failed', name, problem })
        return null
      }
      // A file that is too large is refused here, because the server would receive all of it before refusing it.
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
