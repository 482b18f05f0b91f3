// @ts-check
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { onNode24 } from './lib/node.mjs'
import { root } from './lib/paths.mjs'
import { productionOnly, readInstalled } from './lib/sbom.mjs'

// Writes dist/mille.cdx.json: a CycloneDX list of what runs in production, with versions, licenses and hashes.
await onNode24(async () => {
  await ensureInstalled()
  const bill = productionOnly(await readInstalled())
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, 'dist/mille.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`dist/mille.cdx.json has ${bill.components.length} components\n`)
})
