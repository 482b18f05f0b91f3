import * as endpoints from '@mille/api/banners/endpoints.ts'
import { bannerInput } from '@mille/api/banners/schema.ts'
import { type PictureKind, pictureKinds } from '@mille/api/constants.ts'
import { idText } from '@mille/api/schema.ts'
import { failure, reply } from '../http/answers/reply.ts'
import { prepareLimit } from '../http/consume-limit.ts'
import type { Limit } from '../http/limits/limits.ts'
import { readFormFile } from '../http/requests/form.ts'
import type { Serve } from '../http/serve.ts'
import { isOffered } from '../settings/index.ts'
import { readPicture } from './banner-picture.ts'
import { deleteOwnBanner, holdOwnBanners, insertBanner } from './banner-queries.ts'
import { readCreativePicture } from './creative-picture.ts'
import { bannerResource } from './documents.ts'

/** Limit on uploads, because each needs picture decoding and space in the database. */
const uploads: Limit = { name: 'banners', points: 120, seconds: 3600 }

export function bannerRoutes(serve: Serve): void {
  serve(
    endpoints.uploadBanner,
    null,
    async call => {
      const { context, form, user } = call
      const file = readFormFile(form, 'data[image]')
      if (!file.ok) return failure('banner_not_image', { pointer: 'image', detail: file.detail })
      const known = readBannerIds(form?.getAll('data[advert_attributes][banner_ids][]') ?? [])
      if (!known || !(await holdOwnBanners(context.db, user.id, known))) {
        return failure('banner_unknown', { pointer: 'advert_attributes/banner_ids' })
      }
      const kind = readKind(form?.get('data[kind]') ?? 'banner')
      if (!kind) return failure('invalid', { pointer: 'kind', detail: 'The kind is not known.' })
      const bytes = new Uint8Array(await file.value.arrayBuffer())
      const picture =
        kind === 'banner' ? await readPicture(bytes) : await readCreativePicture(bytes, kind)
      if (!picture.ok) return failure(picture.code, { pointer: 'image', detail: picture.detail })
      if (kind === 'banner' && !(await isOffered(context.db, 'banner_size', picture.value.size))) {
        const detail = `Banners in the size ${picture.value.size} are currently not offered.`
        return failure('banner_size_unknown', { pointer: 'image', detail })
      }
      const banner = await insertBanner(
        context.db,
        user.id,
        cleanFileName(file.value.name),
        picture.value,
        context.now()
      )
      return reply({ data: bannerResource(banner) }, 201)
    },
    call => prepareLimit(call, uploads)
  )

  for (const endpoint of [endpoints.deleteBanner, endpoints.deleteBannerShort]) {
    serve(endpoint, bannerInput, async ({ context, input, user }) => {
      const outcome = await context.db
        .transaction()
        .execute(tx => deleteOwnBanner(tx, user.id, Number(input.id)))
      if (outcome === 'done') return reply(undefined, 204)
      return failure(outcome === 'in_use' ? 'banner_in_use' : 'not_found')
    })
  }
}

function readKind(value: FormDataEntryValue): PictureKind | undefined {
  return pictureKinds.find(kind => kind === value)
}

/** Returns the IDs in a form's fields, or null if one of them is not a valid ID. */
function readBannerIds(values: readonly FormDataEntryValue[]): number[] | null {
  const ids = values.filter(value => value !== '').map(value => idText.safeParse(value).data)
  if (ids.length > 100) return null
  const numbers = ids.flatMap(id => (id !== undefined && Number(id) < 2 ** 31 ? [Number(id)] : []))
  return numbers.length === ids.length ? numbers : null
}

/** Cleans a file name for display: without folders, without invisible characters, and not too long. */
function cleanFileName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  return base.replace(/\p{C}/gu, '').trim().slice(0, 100) || 'banner'
}
