import type { Books } from '@mille/api/books/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'

/** State of the network's open books. A failed refresh keeps the previous figures. */
export function createOpenBooksStores(api: Pick<Api, 'books'>, loaded: Books) {
  const $books = atom(loaded)

  async function refresh(): Promise<void> {
    const result = await api.books.readBooks()
    if (!result.ok) return
    const { attributes } = result.value.data
    // Older figures are ignored: another process may answer from a cache of some seconds.
    if (attributes.at > $books.get().at) $books.set(attributes)
  }

  return { $books, refresh }
}

/** Returns the percentage of liabilities covered by holdings, rounded down to 0.1 %; null when nothing is owed. */
export function coveredPercent(holdings: string, liabilities: string): number | null {
  const owed = BigInt(liabilities)
  return owed <= 0n ? null : Number((BigInt(holdings) * 1000n) / owed) / 10
}
