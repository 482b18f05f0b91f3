/** Joins the paragraphs of an email with empty lines between them. Null paragraphs are left out. */
export function paragraphs(...all: readonly (string | null)[]): string {
  return all.filter(it => it !== null).join('\n\n')
}
