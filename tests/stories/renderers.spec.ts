import { writeFile } from 'node:fs/promises'
import { slice } from '@mille/testing/slice.ts'
import { expect } from 'playwright/test'
import { steady } from '../over-time.ts'
import { readAccessibilityTree } from './accessibility-tree.ts'
import { differenceOf } from './pixels.ts'
import { openStory, readStories, test } from './storybook.ts'

const stories = (await readStories()).filter(it => it.tags.includes('both'))
/** Every fourth story in `npm test`, all of them in `npm run prove`. */
const byTitle = Map.groupBy(slice(stories, 4), it => it.title)

/** Maximum share of pixels that may differ: 0.1 %. */
const maxDifference = 0.001

for (const [title, all] of byTitle) {
  test(`${title}: the React component and the built element look and read the same`, async ({
    page,
    storybook
  }, info) => {
    test.setTimeout(300_000)
    await page.addInitScript(stopCountdowns)
    const [react, element] = [await lookAll('react'), await lookAll('element')]
    const differing: string[] = []
    for (const { id } of all) {
      const [one, other] = [react.get(id), element.get(id)]
      if (!one || !other) throw new Error(`${id} was not seen`)
      expect.soft(other.tree, id).toBe(one.tree)
      const difference = await differenceOf(one.picture, other.picture)
      if (difference <= maxDifference) continue
      await writeFile(info.outputPath(`${id}-react.png`), one.picture)
      await writeFile(info.outputPath(`${id}-element.png`), other.picture)
      differing.push(`${id}: ${(difference * 100).toFixed(3)} % of the pixels`)
    }
    expect(differing).toEqual([])

    async function lookAll(renderer: string) {
      const seen = new Map<string, { tree: string; picture: Buffer }>()
      for (const { id } of all) {
        await openStory(page, storybook, id, { renderer })
        seen.set(id, {
          // Links within the page carry its address, and some parts are added after the first paint.
          tree: (await steady(() => readAccessibilityTree(page), 300)).replaceAll(page.url(), ''),
          picture: await page.screenshot({ animations: 'disabled', caret: 'hide' })
        })
      }
      return seen
    }
  })
}

/** Runs in the page. Stops countdowns by seconds, so that both renderers are read at the same number. */
function stopCountdowns(): void {
  const { setTimeout: start } = window
  const never = 2 ** 31 - 1
  window.setTimeout = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    start(run, ms === 1_000 ? never : ms, ...rest)) as typeof window.setTimeout
}
