import { accountWrites } from './account-writes.ts'
import { advertiserWrites } from './advertiser-writes.ts'
import { moneyWrites } from './money-writes.ts'
import { operatorWrites } from './operator-writes.ts'
import { publisherWrites } from './publisher-writes.ts'
import { visitorWrites } from './visitor-writes.ts'
import type { Write } from './write.ts'

/** Everything that people do in the interface, each of it on a bad day. */
export const writes: readonly Write[] = [
  ...visitorWrites,
  ...accountWrites,
  ...operatorWrites,
  ...advertiserWrites,
  ...publisherWrites,
  ...moneyWrites
]
