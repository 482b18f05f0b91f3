import type { ProofCheck } from '@mille/api/marketplace/endpoints.ts'
import { orderMessages as messages } from './messages.ts'

export type ProofFinding = { isGood: boolean; words: string }

/** Returns the results of the network's check of a publication. */
export function proofFindings(proof: ProofCheck): ProofFinding[] {
  if (!proof.is_reachable) {
    const why = proof.problem ?? messages.status(proof.status)
    return [{ isGood: false, words: messages.unreachable(why) }]
  }
  return [
    { isGood: true, words: messages.reachable },
    { isGood: proof.is_on_site, words: proof.is_on_site ? messages.onSite : messages.offSite },
    { isGood: proof.has_link, words: proof.has_link ? messages.hasLink : messages.noLink }
  ]
}
