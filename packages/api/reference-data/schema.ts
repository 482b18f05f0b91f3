import { z } from 'zod'
import { document, resource } from '../schema.ts'

const offered = <Type extends string>(type: Type) =>
  document(z.array(resource(type, z.object({ name: z.string(), is_offered: z.boolean() }))))
export const categoryList = offered('categories')
export const languageList = document(z.array(resource('languages', z.object({ name: z.string() }))))
export const bannerSizeList = offered('banner_sizes')
