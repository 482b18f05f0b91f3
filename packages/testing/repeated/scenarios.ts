import { creationScenarios } from './creation-scenarios.ts'
import { decisionScenarios } from './decision-scenarios.ts'
import { moneyScenarios } from './money-scenarios.ts'
import type { Scenarios } from './scenario.ts'

/** Scenarios of every call that accepts an idempotency key: the request to send and a count of its effects. */
export const repeatedScenarios: Scenarios = {
  ...moneyScenarios,
  ...creationScenarios,
  ...decisionScenarios
}
