import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { html } from 'hono/html'

const path = '/storybook'
/** Time in milliseconds within which a build that is already up to date finishes. */
const patienceMs = 2000

type Options = {
  folder: string
  /** Builds the folder or finds that it is up to date. Returns whether it now is. */
  build: () => Promise<boolean>
}

/**
 * Serves the static Storybook in development. It is built on its first request, so that startup does not wait for it.
 */
export function serveStorybook(app: Hono, { folder, build }: Options): void {
  let building: Promise<boolean> | null = null

  app.get(path, c => c.redirect(`${path}/`))
  app.use(`${path}/*`, async (c, next) => {
    await next()
    // Storybook shows each story in an iframe of its own page.
    c.header('Content-Security-Policy', "frame-ancestors 'self'")
  })
  app.get(`${path}/*`, async (c, next) => {
    building ??= build()
    const waiting = new Promise<null>(resolve =>
      setTimeout(() => resolve(null), patienceMs).unref()
    )
    const isBuilt = await Promise.race([building, waiting])
    if (isBuilt) return next()
    // The next request retries a failed build.
    if (isBuilt === false) building = null
    const text =
      isBuilt === false
        ? 'Storybook could not be built. See the terminal.'
        : 'Storybook is being built. This page reloads automatically.'
    if (isBuilt === null) c.header('Refresh', '3')
    return c.html(waitingPage(text), isBuilt === false ? 500 : 202)
  })
  // The file server is created only when there is something to serve because it prints a warning about a missing
  // folder.
  let files: ReturnType<typeof serveStatic> | null = null
  app.get(`${path}/*`, (c, next) => {
    files ??= serveStatic({
      root: relative(process.cwd(), folder),
      rewriteRequestPath: asked => asked.slice(path.length)
    })
    return files(c, next)
  })
}

/** Returns a function that runs the project's own script, which builds only what has changed. */
export function storybookBuilder(script: string): () => Promise<boolean> {
  return () =>
    new Promise(resolve => {
      const child = spawn(process.execPath, [script, '--build'], {
        stdio: ['ignore', 'ignore', 'inherit']
      })
      child.once('error', () => resolve(false))
      child.once('exit', code => resolve(code === 0))
    })
}

function waitingPage(text: string) {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Storybook</title><p>${text}</p></html>`
}
