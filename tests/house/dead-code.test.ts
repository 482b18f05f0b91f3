import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runners } from '../../scripts/lib/runners.mjs'
import { copyProject, type ProjectCopy } from './project-copy.ts'

/**
 * Files that the copy needs: those where faults are planted, and the project's configuration. Any other file would only
 * slow the test down.
 */
const isWanted = (path: string) =>
  /^(scripts|packages\/(money|stores|api))\/|(^|\/)(package|tsconfig)\.json$|^knip[.\w]*\.jsonc$|^\.gitignore$/.test(
    path
  )

let copy: ProjectCopy
let output: string
/** Output of the first run, in which use by a test counts as a use. */
let ordinary: string

beforeAll(() => {
  copy = copyProject(isWanted)
  const used = join(copy.folder, 'scripts/lib/paths.mjs')
  appendFileSync(used, 'export const plantedExport = 1\n')
  copy.plant('packages/stores/planted-file.ts', 'export const planted = 1\n')
  copy.plant('packages/money/planted.test.ts', "import 'planted-dependency'\n")
  copy.plant(
    'packages/money/planted-rule.test.ts',
    "import { plantedRule } from './amount.ts'\nplantedRule()\n"
  )
  appendFileSync(
    join(copy.folder, 'packages/money/amount.ts'),
    'export function plantedRule() {}\n'
  )
  const results = (runners.dead?.commands ?? []).map(([program = '', ...args]) =>
    copy.run(program, args)
  )
  expect(results.map(it => it.status)).toEqual([1, 1])
  output = results.map(it => it.stdout).join('\n')
  ordinary = results[0]?.stdout ?? ''
}, 120_000)

afterAll(() => copy.remove())

it('reports an unused export', () => {
  expect(output).toMatch(/^plantedExport .*scripts\/lib\/paths\.mjs/m)
})

it('reports an export that only a test uses', () => {
  expect(output).toMatch(/^plantedRule .*packages\/money\/amount\.ts/m)
  expect(ordinary).not.toContain('plantedRule')
})

it('reports an unused file', () => {
  expect(output).toMatch(/^packages\/stores\/planted-file\.ts/m)
})

it('reports a dependency that no package.json names', () => {
  expect(output).toMatch(/^planted-dependency .*packages\/money\/planted\.test\.ts/m)
})
