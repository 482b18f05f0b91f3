import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { Api, CallFailure } from '@mille/api/client.ts'
import { bannerFileBytes } from '@mille/api/constants.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem, uploadProblem } from '../shared/problems.ts'

/** A file that is to become a banner. `key` is assigned locally; `banner.id` comes from the server. */
export type BannerItem = { key: string; name: string } & (
  | { state: 'uploading' /** Upload progress from 0 to 1. */; progress: number }
  | { state: 'failed'; problem: Problem }
  | { state: 'ready'; banner: Banner; problem: Problem | null }
)

export type BannerStores = ReturnType<typeof createBannerStores>

export type BannerOptions = {
  /** Banners that already exist. */
  banners: readonly Banner[]
  /** Reports how much of a form has been sent, from 0 to 1, which `fetch` cannot do. */
  watchUpload?: (form: FormData, onProgress: (fraction: number) => void) => void
}

/** State of one campaign's banners, each with its own progress and error. */
export function createBannerStores(api: Api, { banners, watchUpload }: BannerOptions) {
  const $items = atom<readonly BannerItem[]>(banners.map(readyItem))
  const $banners = computed($items, items =>
    items.flatMap(it => (it.state === 'ready' ? it.banner : []))
  )
  const $isUploading = computed($items, items => items.some(it => it.state === 'uploading'))
  const files = new Map<string, File>()
  let lastKey = 0

  function replace(key: string, next: (item: BannerItem) => BannerItem) {
    $items.set($items.get().map(item => (item.key === key ? next(item) : item)))
  }

  function drop(key: string) {
    files.delete(key)
    $items.set($items.get().filter(item => item.key !== key))
  }

  async function send(key: string, file: File) {
    const form = new FormData()
    form.append('data[image]', file)
    for (const { id } of $banners.get()) form.append('data[advert_attributes][banner_ids][]', id)
    watchUpload?.(form, progress =>
      replace(key, item => (item.state === 'uploading' ? { ...item, progress } : item))
    )
    const result = await api.banners.uploadBanner({ form })
    replace(key, ({ name }) =>
      result.ok
        ? { ...readyItem(result.value.data), key, name }
        : { key, name, state: 'failed', problem: uploadProblem(result, 'banner_too_large') }
    )
    if (result.ok) files.delete(key)
  }

  async function upload(chosen: readonly File[]) {
    const added = chosen.map(file => ({ key: `file-${++lastKey}`, file }))
    for (const { key, file } of added) files.set(key, file)
    $items.set([...$items.get(), ...added.map(({ key, file }) => uploadingItem(key, file))])
    await Promise.all(added.map(({ key, file }) => start(key, file)))
  }

  async function start(key: string, file: File) {
    // A file that is too large is refused here, because the server would receive all of it before refusing it.
    if (file.size > bannerFileBytes) {
      replace(key, ({ name }) => ({
        key,
        name,
        state: 'failed',
        problem: { code: 'banner_too_large', detail: '' }
      }))
      return
    }
    await send(key, file)
  }

  return {
    $items,
    $banners,
    $isUploading,
    upload,

    async retry(key: string) {
      const file = files.get(key)
      if (file === undefined) return
      replace(key, () => uploadingItem(key, file))
      await start(key, file)
    },

    /** Removes a banner here and, unless another campaign uses it, on the server. */
    async remove(key: string) {
      const item = $items.get().find(it => it.key === key)
      if (item?.state !== 'ready') {
        drop(key)
        return
      }
      const result = await api.banners.deleteBanner({ id: item.banner.id })
      if (result.ok || isGoneFromHere(result)) drop(key)
      else
        replace(key, it => (it.state === 'ready' ? { ...it, problem: firstProblem(result) } : it))
    },

    /** Replaces the list with the banners of a saved draft. */
    reset(next: readonly Banner[]) {
      $items.set(next.map(readyItem))
    }
  }
}

function isGoneFromHere({ code }: CallFailure): boolean {
  return code === 'banner_in_use' || code === 'not_found'
}

function uploadingItem(key: string, file: File): BannerItem {
  return { key, name: file.name, state: 'uploading', progress: 0 }
}

function readyItem(banner: Banner): BannerItem {
  return {
    key: banner.id,
    name: banner.attributes.file_name,
    state: 'ready',
    banner,
    problem: null
  }
}
