import type { BannerItem } from '@mille/stores/banners/banners.ts'
import type { FileDropItem } from '@mille/ui/file-drop/file-drop.tsx'
import { problemText } from '../messages.ts'

/** The formats of uploaded pictures, as in `<input accept>`. */
export const acceptedPictures = 'image/png,image/jpeg,image/gif,image/webp,image/avif'

/** Describes a banner for a list of files. `about` says more than its size, such as where it is shown. */
export function bannerDropItem(
  item: BannerItem,
  about: (size: string) => string = sizeText
): FileDropItem {
  const { key: id, name } = item
  if (item.state === 'uploading') return { id, name, state: 'uploading', progress: item.progress }
  if (item.state === 'failed')
    return { id, name, state: 'failed', error: problemText(item.problem) }
  const { size, source } = item.banner.attributes
  const detail = item.problem === null ? about(size) : problemText(item.problem)
  return { id, name, state: 'ready', previewUrl: source, detail }
}

export function sizeText(size: string): string {
  return size.replace('x', ' × ')
}
