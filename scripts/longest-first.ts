import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longTests } from './lib/long-tests.mjs'
import { root } from './lib/paths.mjs'

/**
 * Test files that take longest start first: one that started last would leave the other cores waiting. Larger files
 * come next.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longTests.indexOf(relative(root, moduleId))
      return place === -1 ? longTests.length : place
    }
    return sorted.sort((one, other) => placeOf(one) - placeOf(other))
  }
}
