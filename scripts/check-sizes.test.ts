import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from './lib/command.mjs'
import { root } from './lib/paths.mjs'

const entry = "import{a}from'./chunk-1.js';import('./later.js');export{b}from'./chunk-2.js';a()"
const chunk = "import'./chunk-2.js';export const a=()=>1"
const shared = 'export const b=2'
const late = `import './runtime-1.js';${'x'.repeat(99)}`
const runtime = 'export const c=3'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-sizes-'))
  writeFileSync(join(folder, 'entry.js'), entry)
  writeFileSync(join(folder, 'chunk-1.js'), chunk)
  writeFileSync(join(folder, 'chunk-2.js'), shared)
  writeFileSync(join(folder, 'later.js'), late)
  writeFileSync(join(folder, 'runtime-1.js'), runtime)
  writeFileSync(join(folder, 'widget.js'), "import'./runtime-1.js';import(`./later.js`)")
})

afterAll(() => rmSync(folder, { recursive: true }))

it('counts an entry with its static imports, each once', async () => {
  const bytes = [entry, chunk, shared].reduce((sum, it) => sum + brotliCompressSync(it).length, 0)
  expect((await checkSizes({ 'entry.js': { total: bytes } })).code).toBe(0)
  const { code, output } = await checkSizes({ 'entry.js': { total: bytes - 1 } })
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`entry\\.js +${bytes} +${bytes - 1}  too big`))
})

it('fails when a bundle is missing, and when none is listed', async () => {
  const { code, output } = await checkSizes({ 'gone.js': { total: 1000 } })
  expect(code).toBe(1)
  expect(output).toContain('gone.js is missing')
  expect((await checkSizes({})).code).toBe(1)
})

it('counts what is a widget’s own, and what comes later, without what is there already', async () => {
  const own = brotliCompressSync("import'./runtime-1.js';import(`./later.js`)").length
  const later = brotliCompressSync(late).length
  const total = own + brotliCompressSync(runtime).length
  const budget = { total, own, later }
  expect((await checkSizes({ 'widget.js': budget })).code).toBe(0)
  for (const part of ['total', 'own', 'later'] as const) {
    const { code, output } = await checkSizes({
      'widget.js': { ...budget, [part]: budget[part] - 1 }
    })
    expect(code).toBe(1)
    expect(output.match(/too big/g)).toHaveLength(1)
  }
})

function checkSizes(budgets: Record<string, Record<string, number>>) {
  const path = join(folder, 'budgets.json')
  writeFileSync(path, JSON.stringify(budgets))
  const args = [join(root, 'scripts/check-sizes.mjs'), relative(root, path)]
  return runCommand(process.execPath, args, { quiet: true })
}
