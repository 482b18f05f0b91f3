import { globSync, readFileSync } from 'node:fs'
import { renderTokens } from '@mille/ui/tokens/render-tokens.ts'
import { expect, test } from 'vitest'

const files = globSync('packages/widgets/*/*tokens.css')

test.each(files)('the tokens of %s are those of the interface', path => {
  const text = readFileSync(path, 'utf8')
  const used = text.match(/--mille-[^;]+;/g) ?? []
  const all = renderTokens(':host')
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter(it => !all.includes(it))).toEqual([])
})

test('each widget has the tokens that its styles use', () => {
  const textsOf = (pattern: string) =>
    globSync(pattern)
      .map(it => readFileSync(it, 'utf8'))
      .join()
  const shared = textsOf('packages/widgets/shared/tokens.css')
  for (const widget of ['announcement', 'chat', 'login', 'marketplace']) {
    const styles = textsOf(`packages/widgets/${widget}/*.css`)
    const given: string[] = (shared + styles).match(/--mille-[a-z-]+(?=:)/g) ?? []
    // A variable with a value of its own for when it is missing has a comma after its name.
    const used = [...styles.matchAll(/var\((--mille-[a-z-]+)\)/g)].map(it => it[1] ?? '')
    expect(
      used.filter(it => !given.includes(it)),
      widget
    ).toEqual([])
  }
})
