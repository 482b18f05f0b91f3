import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take the longest. One that began last would leave the other cores waiting for it. */
const longest = [
  'corruption.test.ts',
  'ethereum-events.test.ts',
  'bitcoin-events.test.ts',
  'payout-coins.test.ts',
  'fault-points.test.ts',
  'cli.test.ts'
]

/** On a fresh checkout nothing is known of how long files take: the known longest come first, then larger files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(basename(moduleId))
      return place === -1 ? longest.length : place
    }
    return sorted.sort((one, other) => placeOf(one) - placeOf(other))
  }
}
