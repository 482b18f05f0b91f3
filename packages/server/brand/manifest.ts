import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { readBrand } from './queries.ts'

/**
 * Serves the file that installs the dashboard as an application, with the network's name. The rest of it is that of the
 * build.
 */
export function serveManifest(app: Hono, { db }: Pick<Context, 'db'>, folder: string): void {
  app.get('/manifest.webmanifest', async c => {
    const built = JSON.parse(await readFile(join(folder, 'manifest.webmanifest'), 'utf8'))
    const { name } = await readBrand(db)
    return c.body(JSON.stringify({ ...built, name, short_name: name }), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache'
    })
  })
}
