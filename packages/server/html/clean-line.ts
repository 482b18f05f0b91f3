/** Returns a text of a stranger's page as one line without control characters, cut to a length. */
export function cleanLine(text: string, maxLength: number): string {
  const clean = text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...clean].slice(0, maxLength).join('')
}
