import { z } from 'zod'
import { document, resource } from '../schema.ts'

const offered = <Type extends string>(type: Type) =>
  document(z.array(resource(type, z.object({ name: z.string(), is_offered: z.boolean() }))))
export const categoryList = offered('categories')
export const languageList = document(z.array(resource('languages', z.object({ name: z.string() }))))
export const productCategoryList = document(
  z.array(
    resource(
      'product_categories',
      z.object({
        name: z.string(),
        /**
         * The closest category of the IAB Tech Lab’s Ad Product Taxonomy 2.0, which can be wider. Null if none fits.
         */
        iab_ad_product_id: z.string().nullable()
      })
    )
  )
)
export const bannerSizeList = offered('banner_sizes')
