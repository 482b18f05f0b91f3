import { afterAll, beforeAll, expect, it } from 'vitest'
import { runners } from '../../scripts/lib/runners.mjs'
import { copyProject, type ProjectCopy } from './project-copy.ts'

const faults = [
  ['packages/money/planted-any.ts', 'export const a: any = 1\n', 'noExplicitAny'],
  ['packages/money/planted-default.ts', 'export default 1\n', 'noDefaultExport'],
  ['packages/money/plantedName.ts', 'export const a = 1\n', 'useFilenamingConvention'],
  ['packages/money/planted-barrel.ts', "export { a } from './a.ts'\n", 'noBarrelFile'],
  ['packages/money/planted-console.ts', 'console.log(1)\n', 'noConsole'],
  [
    'packages/money/planted-promise.ts',
    'async function wait() {\n  await 1\n}\nwait()\n',
    'noFloatingPromises'
  ],
  ['packages/money/planted-format.ts', 'export const a = "1";\n', 'format'],
  ['packages/ui/planted.css', 'a{color:red}\n', 'format']
] as const

/**
 * Copies only the files that decide how a file is checked; the rest of the project would be read for its types, but
 * contains none of the faults.
 */
const isConfiguration = (path: string) =>
  /(^|\/)(package|tsconfig|biome)\.json$|^\.gitignore$/.test(path)

let copy: ProjectCopy
let reported: string[]

beforeAll(() => {
  copy = copyProject(isConfiguration)
  for (const [path, content] of faults) copy.plant(path, content)
  const [[program = '', ...args] = []] = runners.lint?.commands ?? []
  const paths = faults.map(([path]) => path)
  const { status, stdout } = copy.run(program, [...args, '--reporter=json', ...paths])
  expect(status).not.toBe(0)
  const report: { diagnostics: Diagnostic[] } = JSON.parse(stdout)
  reported = report.diagnostics.map(it => `${it.location.path}: ${it.category.split('/').at(-1)}`)
})

afterAll(() => copy.remove())

it.each(faults)('refuses %s', (path, _content, rule) => {
  expect(reported).toContain(`${path}: ${rule}`)
})

interface Diagnostic {
  category: string
  location: { path: string }
}
