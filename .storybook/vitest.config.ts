import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunchOptions } from '../scripts/lib/browser.mjs'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [storybookTest({ configDir: fileURLToPath(new URL('.', import.meta.url)) })],
  // Dependencies that Vite discovers while the tests run would make it reload the page under them.
  optimizeDeps: {
    include: [
      '@nanostores/react',
      '@noble/curves/ed25519.js',
      '@noble/hashes/sha2.js',
      '@noble/hashes/utils.js',
      'axe-core',
      'ky',
      'msw',
      'msw/browser',
      'nanostores',
      'react-dom',
      'react-dom/client',
      'uplot',
      'uqr'
    ]
  },
  test: {
    name: 'stories',
    allowOnly: false,
    // `modes.ts` reads this variable in the browser.
    env: {
      MILLE_PROOF: process.env.MILLE_PROOF ?? ''
    },
    // The same number of workers as in the root's `vitest.config.ts`.
    maxWorkers: availableParallelism(),
    // Modules are loaded once for all files instead of once for each file, which halves the run time.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: browserLaunchOptions(),
        contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] }
      })
    }
  }
})
