/** Joins the class names that apply with spaces. */
export function joinClasses(...names: Array<string | false | undefined>): string {
  return names.filter(Boolean).join(' ')
}
