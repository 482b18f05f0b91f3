import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { longTests } from './scripts/lib/long-tests.mjs'
import { LongestFirst } from './scripts/longest-first.ts'

const isProof = process.env.MILLE_PROOF === 'full'
const folders = '{packages,dashboard,embed,scripts}'
const exclude = ['**/node_modules/**', '**/{dist,build,.react-router}/**']

const server = {
  environment: 'node',
  setupFiles: ['scripts/vitest-setup.ts'],
  // A worker loads the server once, not once per file, because test files keep nothing in modules and globals.
  isolate: false,
  globalSetup: ['packages/testing/global-setup.ts'],
  // The longest tests take half a minute, and three times as long on a busy machine.
  testTimeout: isProof ? 3_600_000 : 180_000,
  hookTimeout: 120_000
}

export default defineConfig({
  test: {
    allowOnly: false,
    // Tests wait for the database or a node half of the time, so there is one more worker than processors.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        test: {
          ...server,
          name: 'node',
          include: [`${folders}/**/*.test.ts`, 'tests/{house,simulation}/**/*.test.ts'],
          exclude: [...exclude, ...longTests]
        }
      },
      { test: { ...server, name: 'long', include: longTests, exclude } },
      {
        test: {
          name: 'dom',
          include: [`${folders}/**/*.test.tsx`],
          exclude,
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['scripts/vitest-setup.ts']
        }
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000
        }
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['packages/testing/global-setup.ts'],
          // As above: starting a worker for each file would take a fifth of the total time.
          isolate: false,
          fileParallelism: false,
          testTimeout: isProof ? 6 * 3_600_000 : 600_000,
          hookTimeout: 120_000
        }
      }
    ]
  }
})
