import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runners } from '../../scripts/lib/runners.mjs'
import { copyProject, type ProjectCopy } from './project-copy.ts'

let copy: ProjectCopy
let output: string

beforeAll(() => {
  copy = copyProject()
  const used = join(copy.folder, 'scripts/lib/paths.mjs')
  appendFileSync(used, 'export const plantedExport = 1\n')
  copy.plant('packages/stores/planted-file.ts', 'export const planted = 1\n')
  copy.plant('packages/money/planted.test.ts', "import 'planted-dependency'\n")
  const [[program = '', ...args] = []] = runners.dead?.commands ?? []
  const result = copy.run(program, args)
  expect(result.status).not.toBe(0)
  output = result.stdout
}, 60_000)

afterAll(() => copy.remove())

it('reports an unused export', () => {
  expect(output).toMatch(/^plantedExport .*scripts\/lib\/paths\.mjs/m)
})

it('reports an unused file', () => {
  expect(output).toMatch(/^packages\/stores\/planted-file\.ts/m)
})

it('reports a dependency that no package.json names', () => {
  expect(output).toMatch(/^planted-dependency .*packages\/money\/planted\.test\.ts/m)
})
