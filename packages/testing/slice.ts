const isProof = process.env.MILLE_PROOF === 'full'
const turn = Number(process.env.MILLE_SLICE ?? 0)

/**
 * Every `parts`-th of things that are tried alike, such as the pages of the app. Which ones they are changes with each commit, since
 * `npm test` takes MILLE_SLICE from its hash and prints it; `npm run prove` tries all of them.
 */
export function slice<Item>(items: readonly Item[], parts: number): Item[] {
  if (isProof) return [...items]
  const kept = Math.min(parts, items.length)
  return items.filter((_, index) => index % kept === turn % kept)
}
