/**
 * A value as JSON that PostgreSQL's jsonb takes: it has no place for the character 0 and for halves of surrogate pairs,
 * which people may send, and refuses the whole row.
 */
export function jsonText(value: unknown): string {
  // An escaped backslash is taken as one, so that what follows it is not read as another escape.
  return JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/gi, found =>
    found === '\\\\' ? found : '\\ufffd'
  )
}
