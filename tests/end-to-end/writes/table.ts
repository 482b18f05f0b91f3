import { accountWrites } from './account-writes.ts'
import { advertiserWrites } from './advertiser-writes.ts'
import { moneyWrites } from './money-writes.ts'
import { operatorWrites } from './operator-writes.ts'
import { publisherWrites } from './publisher-writes.ts'
import { visitorWrites } from './visitor-writes.ts'
import type { Write } from './write.ts'

/** Every write that people do in the interface, each of which is tried with failing requests. */
export const writes: readonly Write[] = [
  ...visitorWrites,
  ...accountWrites,
  ...operatorWrites,
  ...advertiserWrites,
  ...publisherWrites,
  ...moneyWrites
]
