import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROJECT_FOLDERS, runners } from '../../scripts/lib/runners.mjs'
import { copyProject, type ProjectCopy } from './project-copy.ts'

const forbidden = [
  ['packages/money/planted.ts', 'packages/api/target.ts', 'directions-of-money'],
  ['packages/api/planted.ts', 'packages/stores/target.ts', 'directions-of-api'],
  ['packages/stores/planted.ts', 'packages/server/target.ts', 'directions-of-stores'],
  ['packages/stores/planted-ui.ts', 'packages/ui/target.ts', 'directions-of-stores'],
  ['packages/ui/planted.ts', 'packages/server/target.ts', 'directions-of-ui'],
  ['packages/ui/planted-widgets.ts', 'packages/widgets/target.ts', 'directions-of-ui'],
  ['packages/widgets/planted.ts', 'packages/server/target.ts', 'directions-of-widgets'],
  ['packages/widgets/planted-dashboard.ts', 'dashboard/target.ts', 'directions-of-widgets'],
  ['packages/server/planted.ts', 'packages/stores/target.ts', 'directions-of-server'],
  ['packages/server/planted-page.ts', 'dashboard/target.ts', 'directions-of-server'],
  ['dashboard/planted.ts', 'packages/server/target.ts', 'directions-of-dashboard'],
  ['embed/planted.ts', 'packages/server/target.ts', 'directions-of-embed'],
  ['packages/stores/planted.test.ts', 'packages/server/target.ts', 'directions-of-stores'],
  ['packages/server/planted-double.ts', 'packages/testing/target.ts', 'testing-is-for-tests'],
  ['packages/ui/planted-double.ts', 'packages/testing/target.ts', 'testing-is-for-tests'],
  [
    'packages/server/campaigns/planted-double.ts',
    'packages/server/campaigns/testing/target.ts',
    'testing-is-for-tests'
  ],
  [
    'packages/server/planted-test.ts',
    'packages/server/target.test.ts',
    'no-production-code-on-tests'
  ],
  [
    'packages/server/campaigns/planted.ts',
    'packages/server/delivery/target.ts',
    'domains-meet-through-their-index'
  ],
  [
    'packages/server/ledger/planted.ts',
    'packages/server/campaigns/index.ts',
    'ledger-and-accounts-import-no-domain'
  ],
  [
    'packages/server/accounts/planted.ts',
    'packages/server/ledger/index.ts',
    'ledger-and-accounts-import-no-domain'
  ],
  [
    'packages/server/campaigns/planted-notice.ts',
    'packages/server/notifications/index.ts',
    'notifications-through-the-outbox'
  ],
  [
    'packages/server/http/planted.ts',
    'packages/server/campaigns/index.ts',
    'http-imports-no-domain'
  ],
  ['packages/server/db/planted.ts', 'packages/server/ledger/index.ts', 'http-imports-no-domain'],
  [
    'packages/server/campaigns/planted-app.ts',
    'packages/server/app/target.ts',
    'app-is-for-the-server'
  ],
  ['packages/ui/planted-preview.ts', '.storybook/target.ts', 'storybook-is-for-stories'],
  ['packages/stores/planted-node.ts', 'node:fs', 'no-node-in-browsers'],
  ['packages/stores/planted-react.ts', 'react', 'stores-without-react'],
  ['packages/api/planted/endpoints.ts', 'zod', 'endpoints-without-dependencies']
] as const

const cycle = [
  ['packages/money/planted-cycle.ts', 'packages/money/planted-back.ts'],
  ['packages/money/planted-back.ts', 'packages/money/planted-cycle.ts']
] as const

const allowed = [
  ['dashboard/planted-allowed.ts', 'packages/widgets/target.ts'],
  ['embed/planted-allowed.ts', 'packages/widgets/target.ts'],
  ['packages/server/planted-allowed.ts', 'dashboard/server-entry.ts'],
  ['packages/server/planted-allowed.test.ts', 'packages/testing/target.ts'],
  ['packages/ui/planted-allowed.stories.tsx', 'packages/testing/target.ts'],
  ['packages/ui/planted-preview.stories.tsx', '.storybook/target.ts'],
  ['packages/server/settlement/planted-allowed.ts', 'packages/server/ledger/index.ts'],
  ['packages/server/planted-start.ts', 'packages/server/app/target.ts'],
  ['packages/server/campaigns/planted-allowed.ts', 'packages/server/notifications/outbox.ts'],
  ['packages/testing/planted-allowed.ts', 'packages/server/target.ts']
] as const

/**
 * Copies only the rules and the configuration that they are read with; the code that the rules are applied to is
 * planted.
 */
const isConfiguration = (path: string) =>
  /(^|\/)(package|tsconfig)\.json$|^\.dependency-cruiser/.test(path)

let copy: ProjectCopy
let violations: string[]

beforeAll(() => {
  copy = copyProject(isConfiguration)
  for (const folder of PROJECT_FOLDERS) copy.plant(`${folder}/nothing.ts`, 'export {}\n')
  const plants = [...forbidden, ...cycle, ...allowed]
  const sources = new Set<string>(plants.map(([from]) => from))
  for (const [, to] of plants) {
    if (to.includes('/') && !sources.has(to)) copy.plant(to, 'export const target = 1\n')
  }
  for (const [from, to] of plants) {
    copy.plant(from, `import * as target from '${specifier(to)}'\nexport const planted = target\n`)
  }
  const [[program = '', ...args] = []] = runners.edges?.commands ?? []
  // With JSON output, the program lists every violation but exits with 0.
  expect(copy.run(program, args).status).not.toBe(0)
  const { stdout } = copy.run(program, [...args, '--output-type', 'json'])
  violations = JSON.parse(stdout).summary.violations.map(describeViolation)
}, 120_000)

afterAll(() => copy.remove())

it.each(forbidden)('refuses that %s imports %s', (from, to, rule) => {
  expect(violations).toContain(`${from} → ${to === 'node:fs' ? 'fs' : to}: ${rule}`)
})

it('refuses that two files import each other', () => {
  const reported = violations.filter(it => it.startsWith('packages/money/planted-'))
  expect(reported).toContainEqual(expect.stringContaining('no-cycles'))
})

it.each(allowed)('allows that %s imports %s', from => {
  expect(violations.filter(it => it.startsWith(`${from} `))).toEqual([])
})

/** Names our own modules by their package names, as the code does. */
function specifier(path: string) {
  if (!path.includes('/')) return path
  if (path.startsWith('.')) return `../../${path}`
  return path.replace(/^(packages\/)?([^/]+)\//, '@mille/$2/')
}

function describeViolation(it: { from: string; to: string; rule: { name: string } }) {
  const to = it.to.replace(/^.*node_modules\/([^/]+)\/.*$/, '$1')
  return `${it.from} → ${to}: ${it.rule.name}`
}
