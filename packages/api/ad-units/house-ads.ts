import { z } from 'zod'
import { banner } from '../banners/schema.ts'
import { maxHouseAdBanners, maxHouseAdWeight } from '../constants.ts'
import { document, httpUrl, idInput, moment, momentInput, plainText, resource } from '../schema.ts'

const weightError = `must be a whole number from 1 to ${maxHouseAdWeight}`
const fields = {
  text: plainText(120),
  link: httpUrl,
  /** Relative frequency of the house ad among the unit's house ads that are currently shown. */
  weight: z.int(weightError).min(1, weightError).max(maxHouseAdWeight, weightError),
  starts_at: momentInput.nullable(),
  ends_at: momentInput.nullable(),
  /**
   * IDs of uploaded banners. Where one of the unit's size fits, it is shown instead of the text, which is then its
   * description.
   */
  banner_ids: z
    .array(idInput)
    .max(maxHouseAdBanners, `must contain at most ${maxHouseAdBanners} banners`)
}

/** Id of the ad unit. */
export const listHouseAdsInput = z.object({ id: idInput })
export const createHouseAdInput = z.object({
  /** Id of the ad unit. */
  id: idInput,
  text: fields.text,
  link: fields.link,
  weight: fields.weight.default(10),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  banner_ids: fields.banner_ids.default([])
})
export const updateHouseAdInput = z.object({
  id: idInput,
  text: fields.text.optional(),
  link: fields.link.optional(),
  weight: fields.weight.optional(),
  starts_at: fields.starts_at.optional(),
  ends_at: fields.ends_at.optional(),
  banner_ids: fields.banner_ids.optional()
})
export const houseAdInput = z.object({ id: idInput })

export const houseAd = resource(
  'house_ads',
  z.object({
    text: z.string(),
    link: z.string(),
    weight: z.number().int(),
    starts_at: moment.nullable(),
    ends_at: moment.nullable(),
    created_at: moment,
    banners: z.array(banner)
  })
)
export const houseAdDocument = document(houseAd)
export const houseAdList = document(z.array(houseAd))
