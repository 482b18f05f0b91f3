/** Whether the text contains every word of the query, ignoring case and accents. */
export function matchesWords(text: string, question: string): boolean {
  const plain = plainOf(text)
  return plainOf(question)
    .split(/\s+/)
    .every(word => plain.includes(word))
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
