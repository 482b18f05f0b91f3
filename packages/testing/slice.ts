const isProof = process.env.MILLE_PROOF === 'full'

/**
 * Returns every `parts`-th item from the first, for similar cases such as the app's pages, so that `npm test` always
 * runs the same ones. `npm run prove` runs all of them.
 */
export function slice<Item>(items: readonly Item[], parts: number): Item[] {
  return isProof ? [...items] : items.filter((_, index) => index % parts === 0)
}
