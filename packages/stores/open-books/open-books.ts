import type { Books } from '@mille/api/books/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { atom } from 'nanostores'

/** The open books of the network. What was read stays where they cannot be read again. */
export function createOpenBooksStores(api: Pick<Api, 'books'>, loaded: Books) {
  const $books = atom(loaded)

  async function refresh(): Promise<void> {
    const result = await api.books.readBooks()
    if (!result.ok) return
    const { attributes } = result.value.data
    // Another process may answer with what it has kept for some seconds.
    if (attributes.at > $books.get().at) $books.set(attributes)
  }

  return { $books, refresh }
}

/** How much of what is owed is there, in tenths of a percent rounded down; null where nothing is owed. */
export function coveredPercent(holdings: string, liabilities: string): number | null {
  const owed = BigInt(liabilities)
  return owed <= 0n ? null : Number((BigInt(holdings) * 1000n) / owed) / 10
}
