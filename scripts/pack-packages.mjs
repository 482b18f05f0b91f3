// @ts-check
import { resolve } from 'node:path'
import { onNode24 } from './lib/node.mjs'
import { buildPackages, packPackage, publishedPackages } from './lib/packages.mjs'

// Usage: node scripts/pack-packages.mjs FOLDER
// Builds the packages that are published and packs them into the folder, as npm uploads them.
await onNode24(async () => {
  const folder = resolve(process.argv[2] ?? '.')
  await buildPackages()
  for (const { output } of publishedPackages) {
    const { filename } = await packPackage(output, folder)
    process.stdout.write(`${filename}\n`)
  }
})
