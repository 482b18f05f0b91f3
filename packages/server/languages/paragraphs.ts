/** The text of an email, with an empty line between its paragraphs. Null: this one is left out. */
export function paragraphs(...all: readonly (string | null)[]): string {
  return all.filter(it => it !== null).join('\n\n')
}
