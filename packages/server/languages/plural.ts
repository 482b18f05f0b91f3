type Forms = { [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { other: string }

/**
 * Returns the form of a sentence that fits a count: `plural('ar', count, { one: …, two: …, few: …, many: …, other: …
 * })`.
 */
export function plural(language: string, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
