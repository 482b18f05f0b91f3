import type { Banner } from '@mille/api/banners/endpoints.ts'
import type { Api, CallFailure } from '@mille/api/client.ts'
import { bannerFileBytes } from '@mille/api/constants.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem, uploadProblem } from '../shared/problems.ts'

/** One file on its way to be a banner. `key` is its own; `banner.id` is the server's. */
export type BannerItem = { key: string; name: string } & (
  | { state: 'uploading' /** 0 to 1 */; progress: number }
  | { state: 'failed'; problem: Problem }
  | { state: 'ready'; banner: Banner; problem: Problem | null }
)

export type BannerStores = ReturnType<typeof createBannerStores>

export type BannerOptions = {
  /** Banners that are there already. */
  banners: readonly Banner[]
  /** Tells how much of a form has been sent, from 0 to 1; fetch itself cannot. */
  watchUpload?: (form: FormData, onProgress: (fraction: number) => void) => void
}

/** Pictures of one campaign: each has its own progress and its own error. */
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
    // The server would read all of it only to refuse it.
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

    /** Takes a banner away here and, unless another campaign uses it, on the server. */
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

    /** Takes over what a kept draft has. */
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
