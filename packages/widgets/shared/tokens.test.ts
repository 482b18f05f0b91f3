import { readFile } from 'node:fs/promises'
import { renderTokens } from '@mille/ui/tokens/render-tokens.ts'
import { expect, test } from 'vitest'

test.each(['tokens.css', 'closed-tokens.css'])(
  'the tokens of %s are those of the interface',
  async name => {
    const text = await readFile(new URL(name, import.meta.url), 'utf8')
    const used = text.match(/--mille-[^;]+;/g) ?? []
    const all = renderTokens(':host')
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter(it => !all.includes(it))).toEqual([])
  }
)
