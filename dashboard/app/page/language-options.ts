import { languages } from '@mille/api/reference-data/languages.ts'
import { languageName } from './language-name.ts'

/** All languages with their English names, in the order of these. */
export const languageOptions = languages
  .map(value => ({ value, label: languageName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
