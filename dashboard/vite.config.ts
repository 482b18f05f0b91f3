import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { isOnEveryPage, isOnLandingPage, isOnSomePage } from './chunks.ts'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // These have light-dark(). Written out for older ones it no longer follows a color-scheme that a script sets.
  build: {
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // All of it is 12 kB: one request, where a page of thirteen waits for each of them before it shows anything.
    cssCodeSplit: false
  },
  // Found before the first page asks, so that the development server does not reload it halfway.
  optimizeDeps: { entries: ['app/**/*.tsx', 'app/**/*.ts', '!app/**/*.test.ts'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs is one file: it packs better than thirty, and no page names them all. So is what many
            // pages need, and for those that strangers come to first what these share. A page asked for eighty files.
            codeSplitting: {
              groups: [
                {
                  name: (id, modules) => (isOnEveryPage(id, modules) ? 'base' : null),
                  priority: 3
                },
                {
                  name: (id, modules) => (isOnLandingPage(id, modules) ? 'landing' : null),
                  minShareCount: 3,
                  priority: 2
                },
                {
                  name: (id, modules) => (isOnSomePage(id, modules) ? 'shared' : null),
                  minShareCount: 7,
                  priority: 1
                },
                // What menus, lists and dialogs have in common is asked for together, and after the page.
                { name: 'popups', test: /@base-ui|@floating-ui/, minShareCount: 2 }
              ]
            }
          }
        }
      }
    },
    ssr: {
      build: { rollupOptions: { input: './server-entry.ts' } },
      // Our own packages are TypeScript and CSS; Node reads them only through the bundle. React comes along in the build: it
      // would else be its slow development version wherever NODE_ENV is not set, as with a plain `npm start`.
      ...(command === 'build'
        ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
        : { resolve: { noExternal: [/^@mille\//] } })
    }
  }
}))
