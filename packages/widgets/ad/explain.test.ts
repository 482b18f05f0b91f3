import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import project from '../../../package.json' with { type: 'json' }
import { documentation, words } from './explain.ts'

test('every reason has its paragraph in the documentation of this repository', () => {
  const [repository, path = ''] = documentation.split('/blob/main/')
  expect(repository).toBe(project.repository)
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  for (const reason of [...Object.keys(words), 'unit_unknown'])
    expect(text).toContain(`\n### ${reason}\n`)
  expect(text).toContain('\n## Without an ad\n')
})
