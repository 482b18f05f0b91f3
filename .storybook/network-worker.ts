import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const path = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))

/** Serves the service worker that `network.ts` needs, from the installed version of MSW. */
export function networkWorker(): Plugin {
  return {
    name: 'network-worker',
    configureServer({ middlewares }) {
      middlewares.use('/mockServiceWorker.js', (_, response) => {
        response.setHeader('Content-Type', 'text/javascript').end(readFileSync(path))
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: readFileSync(path) })
    }
  }
}
