import { authenticityTokenPath, csrfStorageKey } from './constants.ts'
import type { Transport } from './transport.ts'

/** The part of `Storage` that the authenticity token needs, so that the server and tests can supply their own. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** An authenticity token, or the status of the call that failed to return one; −1 means a network failure. */
export type TokenResult = { token: string } | { status: number }

/**
 * Stores the authenticity token that every write sends. It is fetched before the first write and stored under
 * `csrfToken`. Concurrent writes share one fetch.
 */
export function createCsrfToken(transport: Transport, storage: TokenStorage) {
  let pending: Promise<TokenResult> | null = null

  async function fetchToken(): Promise<TokenResult> {
    storage.removeItem(csrfStorageKey)
    let status = -1
    try {
      const response = await transport(authenticityTokenPath, { method: 'POST' })
      status = response.status
      if (status !== 201) return { status }
      const answer = (await response.json()) as { data?: { attributes?: { base64?: unknown } } }
      const token = answer.data?.attributes?.base64
      if (typeof token !== 'string') return { status }
      storage.setItem(csrfStorageKey, token)
      return { token }
    } catch (error) {
      return { status: error instanceof SyntaxError ? status : -1 }
    }
  }

  function refresh(): Promise<TokenResult> {
    pending ??= fetchToken().finally(() => {
      pending = null
    })
    return pending
  }

  function read(): Promise<TokenResult> {
    if (pending) return pending
    const token = storage.getItem(csrfStorageKey)
    // Some engines return the string `'null'` when null was stored.
    return token === null || token === 'null' || token === ''
      ? refresh()
      : Promise.resolve({ token })
  }

  return {
    /** Returns the stored token, or fetches a new one. */
    read,
    /** Replaces a rejected token with the one that another write has fetched since, or else with a new one. */
    async renew(refused: string): Promise<TokenResult> {
      const current = await read()
      return 'token' in current && current.token === refused ? refresh() : current
    },
    forget() {
      storage.removeItem(csrfStorageKey)
    }
  }
}

/** Creates storage for one request on the server or for one test. */
export function createMemoryStorage(): TokenStorage {
  const values = new Map<string, string>()
  return {
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: key => void values.delete(key)
  }
}
