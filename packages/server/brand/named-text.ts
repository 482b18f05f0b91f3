import type { Context as HonoContext } from 'hono'
import type { Database } from '../db/connect.ts'
import { createKeptText } from '../http/answers/kept-text.ts'
import { readBrand } from './queries.ts'

/**
 * Serves a text that contains the network's name, and is the same for everyone. It is made once for each name, so that
 * all nodes have a new name from the next request on.
 */
export function createNamedText(
  db: Database,
  make: (name: string) => string,
  options: Parameters<typeof createKeptText>[1]
): (c: HonoContext) => Promise<Response> {
  let kept: { name: string; answer: ReturnType<typeof createKeptText> } | null = null
  return async c => {
    const { name } = await readBrand(db)
    if (kept?.name !== name) kept = { name, answer: createKeptText(() => make(name), options) }
    return kept.answer(c)
  }
}
