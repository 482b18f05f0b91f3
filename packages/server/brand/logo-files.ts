import type { Hono, Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { answerPicture } from '../http/answers/stored-picture.ts'
import { answerInTurn, type TakeTurn } from '../http/overload/crowd.ts'
import { readBrand, readLogoFile } from './queries.ts'

/** The icons that browsers and phones request without a page that names them, and the logo's files that replace them. */
const fixedIcons: Readonly<Record<string, string>> = {
  '/favicon.ico': 'icon-64.png',
  '/apple-touch-icon.png': 'icon-180.png',
  '/icon-192.png': 'icon-192.png',
  '/icon-512.png': 'icon-512.png'
}

/**
 * Serves the network's own logo to everyone: at addresses with its hash, and in place of the program's icons. Email
 * programs show it too, so any origin may load it.
 */
export function serveBrandLogo(app: Hono, { db }: Pick<Context, 'db'>, takeTurn: TakeTurn): void {
  async function answer(c: HonoContext, hash: string, name: string, caching?: string) {
    // The database accepts no text with the character 0, which an address can have.
    const isAddress = /^[0-9a-f]{64}$/.test(hash) && /^[a-z0-9.-]{1,40}$/.test(name)
    return answerPicture(c, isAddress ? await readLogoFile(db, hash, name) : undefined, caching)
  }

  app.get('/media/brand/:hash/:name', c =>
    answerInTurn(c, takeTurn, () => answer(c, c.req.param('hash'), c.req.param('name')))
  )

  for (const [path, name] of Object.entries(fixedIcons))
    app.get(path, async (c, next) => {
      const hash = await currentLogo(db)
      if (hash === null) return next()
      return answerInTurn(c, takeTurn, () => answer(c, hash, name, 'no-cache'))
    })
}

/** Returns the hash of the network's logo. While the database is unavailable, the program's icons are served. */
async function currentLogo(db: Context['db']): Promise<string | null> {
  try {
    return (await readBrand(db)).logo?.hash ?? null
  } catch (error) {
    if (isDatabaseAway(error)) return null
    throw error
  }
}
