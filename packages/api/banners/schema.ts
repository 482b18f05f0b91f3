import { z } from 'zod'
import { document, idInput, resource } from '../schema.ts'

export const bannerInput = z.object({ id: idInput })
export const banner = resource(
  'banners',
  z.object({
    file_name: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /** Such as 300x250; a picture of twice that many pixels has the same size. Else `logo` or `illustration`. */
    size: z.string(),
    source: z.string()
  })
)
export const bannerDocument = document(banner)
