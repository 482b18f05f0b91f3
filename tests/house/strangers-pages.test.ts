import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/paths.mjs'
import { listSources } from './project-copy.ts'

const texts = new Map(
  listSources()
    .filter(path => /^packages\/server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .map(path => [path, readFileSync(join(root, path), 'utf8')])
)
const importersOf = (name: string) =>
  [...texts].filter(([, text]) =>
    new RegExp(`^import (?!type).*'[^']*/${name}'|^} from '[^']*/${name}'`, 'm').test(text)
  )

test('what parses pages of strangers is done by threads, and by nothing else', () => {
  const readers = importersOf('walk-html.ts').map(([path]) => basename(path))
  expect(readers).toHaveLength(6)
  for (const reader of readers) expectInThread(reader)
})

/**
 * Expects that a module is used by only one other: the one that starts the thread, or one that itself runs in a thread.
 */
function expectInThread(name: string): void {
  const users = importersOf(name)
  expect(users, name).toHaveLength(1)
  for (const [path, text] of users)
    if (!text.includes(`inThread(new URL('./${name}', import.meta.url)`))
      expectInThread(basename(path))
}
