import { sampleAdvertising } from './sample-advertising.ts'
import type { Given } from './sample-answer.ts'
import { sampleLegal } from './sample-legal.ts'
import { sampleLightning } from './sample-lightning.ts'
import { sampleMarketplace } from './sample-marketplace.ts'
import { sampleMoney } from './sample-money.ts'
import { sampleNetwork } from './sample-network.ts'
import { sampleOperator } from './sample-operator.ts'
import { samplePartners } from './sample-partners.ts'
import { samplePayments } from './sample-payments.ts'
import { samplePeople } from './sample-people.ts'
import { samplePublishing } from './sample-publishing.ts'
import { sampleReports } from './sample-reports.ts'
import { sampleReview } from './sample-review.ts'
import { sampleSupport } from './sample-support.ts'

/** Sample answers of a small network to each read that the dashboard’s pages make. */
export const sampleAnswers: readonly Given[] = [
  ...sampleNetwork,
  ...sampleAdvertising,
  ...samplePublishing,
  ...sampleMoney,
  ...samplePayments,
  ...samplePartners,
  ...sampleLegal,
  ...sampleMarketplace,
  ...samplePeople,
  ...sampleOperator,
  sampleLightning(),
  ...sampleReports,
  ...sampleReview,
  ...sampleSupport
]
