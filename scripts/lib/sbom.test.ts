import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { root } from './paths.mjs'
import { productionOnly, readInstalled } from './sbom.mjs'

type Bill = Awaited<ReturnType<typeof readInstalled>>
let bill: Bill
beforeAll(async () => {
  bill = productionOnly(await readInstalled())
}, 60_000)

test('the bill of materials lists every production dependency in its version', () => {
  const listed = new Set(bill.components.map(it => it['bom-ref']))
  const missing = globSync('{packages/*,dashboard,embed}/package.json', { cwd: root }).flatMap(
    path => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as {
        dependencies?: Record<string, string>
      }
      return Object.entries(dependencies)
        .map(([name, version]) => `${name}@${version}`)
        .filter(it => !listed.has(it))
    }
  )
  expect(missing).toEqual([])
  expect(bill.components.map(it => it.name)).toContain('sharp')
})

test('nothing is listed that only development uses, and nothing refers to it', () => {
  const names = bill.components.map(it => it.name)
  for (const name of ['vitest', 'rollup', '@biomejs/biome']) expect(names).not.toContain(name)
  const installed = globSync('node_modules/{vitest,rollup}/package.json', { cwd: root })
  expect(installed).toHaveLength(2)
  const known = new Set([...bill.components.map(it => it['bom-ref']), `mille@${project.version}`])
  const unknown = bill.dependencies.flatMap(it => [it.ref, ...it.dependsOn])
  expect(unknown.filter(it => !known.has(it))).toEqual([])
})

test('every component says where it comes from', () => {
  expect(bill.bomFormat).toBe('CycloneDX')
  expect(bill.components.filter(it => !it.purl.startsWith('pkg:npm/'))).toEqual([])
})
