/** Returns the page number from the address, starting at 1. Invalid numbers count as 1. */
export function readPage(url: string): number {
  const asked = Number(new URL(url).searchParams.get('page') ?? 1)
  return Number.isSafeInteger(asked) && asked > 0 && asked <= 10_000 ? asked : 1
}
