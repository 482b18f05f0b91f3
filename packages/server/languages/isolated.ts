/**
 * Isolates text so that it keeps its own direction inside a right-to-left line. Otherwise a code, an amount or a name
 * in Latin letters would mix its order with the words around it (Unicode's first strong isolate).
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
