/**
 * Returns a value as JSON that PostgreSQL's jsonb accepts. It replaces the null character and lone surrogates, which
 * people may send and for which PostgreSQL refuses the whole row.
 */
export function jsonText(value: unknown): string {
  // An escaped backslash is matched as a whole, so that the text after it is not read as another escape.
  return JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/gi, found =>
    found === '\\\\' ? found : '\\ufffd'
  )
}
