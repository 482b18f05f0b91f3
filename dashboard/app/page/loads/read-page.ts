/** The page that an address asks for, from 1; nonsense is the first. */
export function readPage(url: string): number {
  const asked = Number(new URL(url).searchParams.get('page') ?? 1)
  return Number.isSafeInteger(asked) && asked > 0 && asked <= 10_000 ? asked : 1
}
