import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserLaunchOptions } from '../scripts/lib/browser.mjs'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [storybookTest({ configDir: fileURLToPath(new URL('.', import.meta.url)) })],
  // Those that are found only while the tests run would reload the page under them.
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
    // Read by modes.ts in the browser.
    env: {
      MILLE_PROOF: process.env.MILLE_PROOF ?? ''
    },
    // As in vitest.config.ts.
    maxWorkers: availableParallelism(),
    // The modules are loaded once, not once a file: that was half of the time.
    isolate: false,
    // As in playwright.config.ts.
    retry: 1,
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
