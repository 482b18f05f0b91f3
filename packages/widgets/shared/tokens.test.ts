import { readFile } from 'node:fs/promises'
import { renderTokens } from '@mille/ui/tokens/render-tokens.ts'
import { expect, test } from 'vitest'

test('the tokens of widgets are those of the interface', async () => {
  const text = await readFile(new URL('tokens.css', import.meta.url), 'utf8')
  const used = text.match(/--mille-[^;]+;/g) ?? []
  const all = renderTokens(':host')
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter(it => !all.includes(it))).toEqual([])
})
