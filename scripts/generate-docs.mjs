// @ts-check
import { runCommand } from './lib/command.mjs'
import { onNode24 } from './lib/node.mjs'
import { packageBinary } from './lib/paths.mjs'

// Usage: node scripts/generate-docs.mjs
// The tables in docs/api are made by the tests that make every call.
await onNode24(async () => {
  process.env.MILLE_WRITE = 'docs'
  const tests = ['who-may-call', 'conformance'].map(it => `packages/server/http/${it}.test.ts`)
  const { code } = await runCommand(packageBinary('vitest'), ['run', '--project', 'node', ...tests])
  process.exitCode = code
})
