import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { runners } from '../../scripts/lib/runners.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mille-folders-'))
  plant('app/app.ts', "import '../campaigns/index.ts'\n")
  plant('campaigns/index.ts', "import { serve } from '../http/serve.ts'\n")
  plant('campaigns/campaigns.test.ts', "import '../app/app.ts'\n")
  plant('http/serve.ts', "import type { Context } from '../context.ts'\nimport './reply.ts'\n")
  plant('context.ts', "import type { Database } from './db/connect.ts'\n")
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('accepts folders that build on each other', () => {
  expect(check()).toMatchObject({ status: 0, stderr: '' })
})

it.each([
  ['http/late.ts', "import { x } from '../campaigns/index.ts'\n"],
  ['http/late.ts', "export const x = () => import('../campaigns/index.ts')\n"],
  ['http/late.ts', "export { x } from '../campaigns/index.ts'\n"],
  ['http/late.ts', "import type { X } from '../app/app.ts'\n"],
  ['db/late.ts', "import type { X } from '../http/serve.ts'\n"]
])('reports a circle that %s makes by %s', (path, content) => {
  plant(path, content)
  const { status, stderr } = check()
  expect(status).toBe(1)
  expect(stderr).toContain(`${path} → `)
})

function plant(path: string, content: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}

function check() {
  const [, [, script = ''] = []] = runners.edges?.commands ?? []
  const { status, stderr } = spawnSync(process.execPath, [script, folder], {
    cwd: root,
    encoding: 'utf8'
  })
  return { status, stderr }
}
