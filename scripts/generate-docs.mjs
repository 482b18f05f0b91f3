// @ts-check
import { runCommand } from './lib/command.mjs'
import { onNode24 } from './lib/node.mjs'
import { packageBinary } from './lib/paths.mjs'

// Usage: node scripts/generate-docs.mjs [part of a test's name, to generate only its document]
// Tests generate the tables in docs that they check: those in docs/api come from the tests that make every call,
// together with packages/api/answers.ts, from which the OpenAPI document is made.
await onNode24(async () => {
  process.env.MILLE_WRITE = 'docs'
  const tests = [
    'packages/server/config/table.test.ts',
    'packages/server/http/callers/who-may-call.test.ts',
    'packages/server/http/callers/look-around.test.ts',
    'packages/server/http/callers/viewing.test.ts',
    'packages/server/http/documents/conformance.test.ts',
    'packages/server/http/callers/operator-acts.test.ts',
    'tests/house/answers.test.ts',
    'tests/house/decisions.test.ts',
    'tests/house/data-model.test.ts'
  ]
  const wanted = process.argv[2] ?? ''
  const { code } = await runCommand(packageBinary('vitest'), [
    'run',
    '--project',
    'node',
    '--project',
    'long',
    ...tests.filter(it => it.includes(wanted))
  ])
  process.exitCode = code
})
