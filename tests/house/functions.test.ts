import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { runners } from '../../scripts/lib/runners.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-functions-'))
  plant('packages/money/short.ts', `export function short() {\n${'  run()\n'.repeat(68)}}\n`)
  plant('packages/money/long.test.ts', long('test'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('counts no function that fits on a screen, and none of a test', () => {
  expect(check(0)).toMatchObject({ status: 0, stderr: '' })
})

it('names a function that is one line too long', () => {
  plant('dashboard/app/page.tsx', long('Page'))
  const { status, stderr } = check(0)
  expect(status).toBe(1)
  expect(stderr).toContain('71 Page dashboard/app/page.tsx:1')
  expect(check(1).status).toBe(0)
})

it('asks to lower the number when there are fewer', () => {
  const { status, stderr } = check(1)
  expect(status).toBe(1)
  expect(stderr).toContain('lower longToday in scripts/check-functions.mjs to 0')
})

/** Returns a function of 71 lines. */
function long(name: string) {
  return `export function ${name}() {\n${'  run()\n'.repeat(69)}}\n`
}

function plant(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function check(allowed: number) {
  const [[, script = ''] = []] = runners.functions?.commands ?? []
  const { status, stderr } = spawnSync(process.execPath, [script, folder, String(allowed)], {
    cwd: root,
    encoding: 'utf8'
  })
  return { status, stderr }
}
