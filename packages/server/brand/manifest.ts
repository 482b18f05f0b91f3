import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { logoAddress } from './logo-address.ts'
import { readBrand } from './queries.ts'

/**
 * Serves the file that installs the dashboard as an application, with the network's name and its logo. The rest of it is
 * that of the build.
 */
export function serveManifest(app: Hono, { db }: Pick<Context, 'db'>, folder: string): void {
  app.get('/manifest.webmanifest', async c => {
    const built = JSON.parse(await readFile(join(folder, 'manifest.webmanifest'), 'utf8'))
    const { name, logo } = await readBrand(db)
    const icons = logo ? iconsOf(logo.hash) : built.icons
    return c.body(JSON.stringify({ ...built, name, short_name: name, icons }), 200, {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': 'no-cache'
    })
  })
}

/** Returns the icons of a network with its own logo, which have no margin that a system may cut off. */
function iconsOf(hash: string) {
  return [192, 512].map(side => ({
    src: logoAddress(hash, `icon-${side}.png`),
    ...{ sizes: `${side}x${side}`, type: 'image/png', purpose: 'any' }
  }))
}
