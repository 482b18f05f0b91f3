const maxLevels = 8

/** The marks of quotes and lists that a line begins with. */
const nested = new RegExp(
  `^((?:[ \\t]*(?:>|[-+*][ \\t]|\\d{1,9}[.)][ \\t])){${maxLevels}})(?:[ \\t]*(?:>|[-+*](?:[ \\t]|$)|\\d{1,9}[.)](?:[ \\t]|$)))+`,
  'gm'
)

/**
 * Takes away the marks of lists inside of quotes inside of lists beyond what anybody writes: 2,500 of them on one line are
 * seconds of work for whoever draws the text, and more elements inside of each other than the stack has room for.
 */
export function limitNesting(markdown: string): string {
  return markdown.replace(nested, '$1')
}
