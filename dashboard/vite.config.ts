import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { isOnEveryPage, isOnLandingPage, isOnSomePage } from './chunks.ts'

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  // The oldest browsers with `light-dark()`. Compiled for older ones, it would not follow a color scheme set by a
  // script.
  build: {
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    // All CSS is 12 kB, so it is one file. Separate files would mean thirteen requests before a page is shown.
    cssCodeSplit: false
  },
  // Dependencies are found before the first request, so that the development server does not reload the page.
  optimizeDeps: { entries: ['app/**/*.tsx', 'app/**/*.ts', '!app/**/*.test.ts'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Modules that every page needs become one file, which compresses better than thirty files. Modules that
            // many pages share, and modules that landing pages share, become one file each. Otherwise a page would load
            // eighty files.
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
                  minShareCount: 9,
                  priority: 1
                },
                // The shared code of menus, lists and dialogs is one file, loaded after the page.
                { name: 'popups', test: /@base-ui|@floating-ui/, minShareCount: 2 }
              ]
            }
          }
        }
      }
    },
    ssr: {
      build: { rollupOptions: { input: './server-entry.ts' } },
      // Our own packages are TypeScript and CSS, which Node can read only from the bundle. React is bundled too:
      // otherwise its slow development version would run wherever `NODE_ENV` is not set, as with a plain `npm start`.
      ...(command === 'build'
        ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
        : { resolve: { noExternal: [/^@mille\//] } })
    }
  }
}))
