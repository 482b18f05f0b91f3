/** Class names that apply, with a space between them. */
export function joinClasses(...names: Array<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
