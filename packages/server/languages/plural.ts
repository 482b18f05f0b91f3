type Forms = { [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & { other: string }

/** The form of a sentence that goes with a count: `plural('ar', count, { one: …, two: …, few: …, many: …, other: … })`. */
export function plural(language: string, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
