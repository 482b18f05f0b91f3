import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import type { ErrorCode } from '@mille/api/errors.ts'
import { type Failure, failure } from '../answers/reply.ts'

/*
 * Sessions that read an account which is not their own, and change nothing. Each kind lists the reads that it is shown,
 * those that it is not shown with the reason, and the writes that it may make. A call that is in none of these lists is
 * refused, so a new one is closed until someone decides about it.
 */

export type ReadOnly = {
  shownReads: ReadonlySet<string>
  hiddenReads: Readonly<Record<string, string>>
  openWrites: ReadonlySet<string>
  /** Code of the refusal of a write. */
  refused: ErrorCode
  /** Code of the refusal of a read. */
  hidden: ErrorCode
  explain: (reason: string) => string
}

/** Calls that are writes by their method only, or belong to no account. They are made as without an account. */
export const computingWrites: ReadonlySet<string> = new Set([
  'POST /api/v1/coupon_checks',
  'POST /api/v1/page_analyses',
  'POST /api/v1/publication_offer_previews',
  'POST /api/v1/traffic_statistics',
  'POST /api/v1/user/passkey_challenges'
])

/** Returns why a session of this kind may not make a write, or null. */
export function refuseWrite(kind: ReadOnly, endpoint: AnyEndpoint): Failure | null {
  if (endpoint.method === 'GET' || kind.openWrites.has(nameOf(endpoint))) return null
  return failure(kind.refused)
}

/** Returns why a session of this kind is not shown a read, or null. */
export function refuseRead(kind: ReadOnly, endpoint: AnyEndpoint): Failure | null {
  const call = nameOf(endpoint)
  if (endpoint.method !== 'GET' || endpoint.auth === 'public') return null
  if (kind.shownReads.has(call)) return null
  const reason = kind.hiddenReads[call]
  return failure(kind.hidden, reason === undefined ? {} : { detail: kind.explain(reason) })
}

export function nameOf({ method, path }: AnyEndpoint): string {
  return `${method} ${path}`
}
