// @ts-check
import { ensureBuilt, ensureDocs } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'

await onNode24(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // Importing the server starts it; the server reads this process's arguments.
  await import('../packages/server/main.ts')
  // The server serves the documentation as soon as it is built.
  await ensureDocs()
})
