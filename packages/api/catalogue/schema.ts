import { z } from 'zod'
import { document, resource } from '../schema.ts'

const named = <Type extends string>(type: Type) =>
  document(z.array(resource(type, z.object({ name: z.string() }))))
export const categoryList = named('categories')
export const languageList = named('languages')
export const bannerSizeList = named('banner_sizes')
