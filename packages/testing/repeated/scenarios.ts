import { creationScenarios } from './creation-scenarios.ts'
import { decisionScenarios } from './decision-scenarios.ts'
import { moneyScenarios } from './money-scenarios.ts'
import type { Scenarios } from './scenario.ts'

/** Every call that honours an idempotency key has its line: what it does, and how one sees how often. */
export const repeatedScenarios: Scenarios = {
  ...moneyScenarios,
  ...creationScenarios,
  ...decisionScenarios
}
