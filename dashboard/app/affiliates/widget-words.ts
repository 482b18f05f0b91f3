import type { Translation } from '@mille/widgets/languages/translation.ts'
import type { Words } from '@mille/widgets/shared/words.ts'

/** Each language is a file of its own, which is loaded when it is chosen. */
const files = import.meta.glob<{ translation: Translation }>(
  '../../../packages/widgets/languages/[a-z][a-z].ts'
)
const codeOf = (path: string) => path.slice(-5, -3)
const rightToLeft = ['ar', 'fa', 'he']

/** The languages that widgets have, English among them. */
export const widgetLanguages: readonly string[] = ['en', ...Object.keys(files).map(codeOf)]

/** Returns the texts of the marketplace widget in a language; null for English. Rejects if they cannot be loaded. */
export async function loadMarketplaceWords(language: string): Promise<Words | null> {
  const load = Object.entries(files).find(([path]) => codeOf(path) === language)?.[1]
  if (!load) return null
  const { translation } = await load()
  const dir = rightToLeft.includes(language) ? 'rtl' : 'ltr'
  return { ...translation.marketplace, lang: language, dir }
}
