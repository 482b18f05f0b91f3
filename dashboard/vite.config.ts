import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // These have light-dark(). Written out for older ones it no longer follows a color-scheme that a script sets.
  build: { cssTarget: ['chrome123', 'firefox128', 'safari17.5'] },
  // Found before the first page asks, so that the development server does not reload it halfway.
  optimizeDeps: { entries: ['app/**/*.tsx', 'app/**/*.ts', '!app/**/*.test.ts'] },
  environments: {
    ssr: {
      build: { rollupOptions: { input: './server-entry.ts' } },
      // Our own packages are TypeScript and CSS; Node reads them only through the bundle.
      resolve: { noExternal: [/^@mille\//] }
    }
  }
})
