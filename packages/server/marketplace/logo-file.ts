import type { Hono, Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'
import { answerPicture } from '../http/answers/stored-picture.ts'
import { answerInTurn, type TakeTurn } from '../http/overload/crowd.ts'
import { readLogoFile } from './logo-queries.ts'

/**
 * Serves the logos of offers. Their URLs contain a hash of the content, so they never change. Partners' pages show them
 * too.
 */
export function serveLogos(app: Hono, { db }: Pick<Context, 'db'>, takeTurn: TakeTurn): void {
  async function answer(c: HonoContext): Promise<Response> {
    const hash = c.req.param('hash') ?? ''
    const file = /^[0-9a-f]{64}$/.test(hash) ? await readLogoFile(db, hash) : undefined
    return answerPicture(c, file)
  }

  app.get('/media/logos/:hash', c => answerInTurn(c, takeTurn, () => answer(c)))
}
