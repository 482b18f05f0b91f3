import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import popups from '../end-to-end/popups.json' with { type: 'json' }
import screens from '../end-to-end/screens.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const app = join(root, 'dashboard/app')
const docs = join(root, 'docs')
const maxBytes = 60_000

/** Dialogs that popups.json does not open, and where they open. */
const elsewhere: Readonly<Record<string, string>> = {
  'admin/support/announcement-card.tsx': 'for an announcement that runs: operator.spec.ts',
  'admin/network/legal-form.tsx': 'for a text that is typed: writes/operator-writes.ts',
  'ad-units/house-ads-card.tsx': 'for a house ad that is there: writes/publisher-writes.ts',
  'admin/ask-dialog.tsx': 'for a withdrawal that waits, so it needs a chain',
  'campaigns/import-dialog.tsx': 'with a file that is chosen: writes/advertiser-writes.ts',
  'campaigns/many-question.tsx': 'for campaigns that are selected: writes/advertiser-writes.ts',
  'page/forms/form-dialog.tsx': 'the frame of those that have a form',
  'page/notices/confirm-dialog.tsx': 'the frame of those that ask before they act',
  'palette/shortcuts-dialog.tsx': 'by a key: shell/search-and-keys.test.tsx',
  'campaigns/remove-variant.tsx': 'for one of several variants: variants.spec.ts',
  'publication-orders/place-order-dialog.tsx': 'with a brief that is typed: marketplace.spec.ts',
  'reports/exclude-rows.tsx': 'for rows that are selected: writes/advertiser-writes.ts',
  'settings/shown-once.tsx': 'after a new code or key: sign-in.spec.ts',
  'settings/step-up-dialog.tsx': 'before what is guarded: sign-in.spec.ts'
}

test('every route is among the screens, which axe and the script of the pictures walk', () => {
  const routes = readFileSync(join(app, 'routes.ts'), 'utf8')
  const paths = [...routes.matchAll(/route\('([^']+)'/g)].map(([, path = '']) => `/${path}`)
  expect(paths.length).toBeGreaterThan(40)
  const isShown = (path: string) => {
    if (path === '/*') return screens.some(it => it.name === 'not-found')
    const pattern = path
      .replace(/\/:\w+\?/g, '(/[^/?]+)?')
      .replace('/legal/:kind', '/legal/terms')
      .replace(/:\w+/g, '(\\d+|\\{\\w+\\})')
    return screens.some(it => new RegExp(`^${pattern}/?(\\?.*)?$`).test(it.path))
  }
  expect(paths.filter(path => !isShown(path))).toEqual([])
})

test('every dialog of the dashboard is opened by a test', () => {
  const dialogs = globSync('**/*.tsx', { cwd: app }).filter(path =>
    /<(Confirm|Form)?Dialog\b/.test(readFileSync(join(app, path), 'utf8'))
  )
  const known = new Set([...popups.map(it => it.source), ...Object.keys(elsewhere)])
  expect(dialogs.filter(path => !known.has(path))).toEqual([])
  expect([...known].filter(path => !existsSync(join(app, path)))).toEqual([])
})

test('every screen has its pictures, small ones, and the document shows each', () => {
  const text = readFileSync(join(docs, 'screens.md'), 'utf8')
  const linked = new Set([...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target))
  const pictures = screens.flatMap(({ name }) => [
    `screens/${name}.webp`,
    `screens/${name}-phone.webp`
  ])
  expect(pictures.filter(path => !existsSync(join(docs, path)))).toEqual([])
  expect(pictures.filter(path => statSync(join(docs, path)).size > maxBytes)).toEqual([])
  expect(screens.filter(it => !linked.has(`screens/${it.name}.webp`))).toEqual([])
  expect([...linked].filter(path => !existsSync(join(docs, path)))).toEqual([])
  const taken = globSync('screens/*.webp', { cwd: docs })
  expect(taken.filter(path => !pictures.includes(relative('.', path)))).toEqual([])
})
