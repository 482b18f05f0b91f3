// @ts-check
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'

// Usage: node scripts/run.mjs <file> [arguments]
await onNode24(async () => {
  await ensureInstalled()
  const [node = '', , file = '', ...args] = process.argv
  const path = resolve(file)
  // The file sees the arguments as if it had been started directly.
  process.argv = [node, path, ...args]
  await import(pathToFileURL(path).href)
})
