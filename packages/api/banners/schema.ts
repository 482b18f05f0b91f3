import { z } from 'zod'
import { document, idInput, resource } from '../schema.ts'

export const bannerInput = z.object({ id: idInput })
export const banner = resource(
  'banners',
  z.object({
    file_name: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    /**
     * The banner's size, such as `300x250`, also for a picture with twice as many pixels per side; or `logo` or
     * `illustration`.
     */
    size: z.string(),
    source: z.string()
  })
)
export const bannerDocument = document(banner)
