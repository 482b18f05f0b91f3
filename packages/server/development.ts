import { resolve } from 'node:path'
import { startBlog } from '@mille/testing/demo/blog.ts'
import { seedDemo } from '@mille/testing/demo/seed.ts'
import type { Plugin } from 'vite'
import { demoAccounts } from './accounts/index.ts'
import type { HandlePage } from './app/app.ts'
import type { RunningServer, StartOptions } from './server.ts'

/** Starts what only a development server has: demo data, the demo blog, and the printed sign-in links. */
export async function startDemo({ context, onStop }: RunningServer): Promise<string[]> {
  const { config, db } = context
  const blog = await startBlog(config.demoPort, config.host, config.publicUrl)
  onStop('demo blog', blog.stop)
  const seeded = await seedDemo(context, blog.origin)
  const site = await db
    .selectFrom('sites')
    .innerJoin('users', 'users.id', 'sites.user_id')
    .select(['sites.id', 'sites.verification_token'])
    .where('users.username', '=', 'halfpenny')
    .orderBy('sites.id')
    .limit(1)
    .executeTakeFirst()
  if (site) {
    const units = await db
      .selectFrom('ad_units')
      .select(['id', 'size', 'page_url'])
      .where('site_id', '=', site.id)
      .where('state', '=', 'active')
      .orderBy('id')
      .limit(50)
      .execute()
    blog.show(units, site.verification_token)
  }
  return [
    ...(seeded
      ? ['Created a demo network: 20 campaigns, 30 ad units, and a month of statistics.']
      : []),
    `Demo blog with ads   ${blog.origin}`,
    `Outbox of mail       ${config.publicUrl}/dev/outbox`,
    `Storybook            ${config.publicUrl}/storybook`,
    ...demoAccounts(config).map(({ role, code }) => `Sign in as ${role.padEnd(12)}${code}`)
  ]
}

/** `npm run dev`: serves pages from Vite, which reloads changes, instead of from the build. */
export function developmentPages(): StartOptions {
  return {
    async loadPages() {
      const { createServer } = await import('vite')
      const vite = await createServer({
        root: resolve(import.meta.dirname, '../../dashboard'),
        server: { middlewareMode: true },
        appType: 'custom',
        plugins: [withoutOwnExit()]
      })
      const handlePage: HandlePage = async (request, options) => {
        const entry = (await vite.ssrLoadModule('./server-entry.ts')) as { handlePage: HandlePage }
        return entry.handlePage(request, options)
      }
      return {
        handlePage,
        development: true,
        wrap(http) {
          const listeners = http.listeners('request')
          http.removeAllListeners('request')
          http.on('request', (request, response) =>
            vite.middlewares(request, response, () => {
              for (const listener of listeners) listener.call(http, request, response)
            })
          )
        },
        stop: () => vite.close()
      }
    }
  }
}

/**
 * Removes the `SIGTERM` listeners of the additional Vite servers that React Router starts: they would end the process
 * long before the database has stopped. The listeners are removed each time that Vite starts.
 */
function withoutOwnExit(): Plugin {
  let before: readonly unknown[] = []
  return {
    name: 'mille:without-own-exit',
    // This plugin must record the existing listeners before React Router starts.
    enforce: 'pre',
    config() {
      before = process.listeners('SIGTERM')
    },
    configureServer() {
      for (const listener of process.listeners('SIGTERM').filter(it => !before.includes(it))) {
        process.off('SIGTERM', listener)
        // The listener is also called when the standard input ends.
        process.stdin.off('end', listener)
      }
    }
  }
}
