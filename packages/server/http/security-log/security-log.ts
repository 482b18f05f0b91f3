import { createHmac } from 'node:crypto'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { deriveKey } from '../../config/derive-key.ts'
import type { Context } from '../../context.ts'
import { addressBlock } from '../callers/client-address.ts'
import { type SecurityEvent, securityEventOf } from './security-events.ts'

export type SecurityNote = {
  endpoint: AnyEndpoint
  /** The request's path, including ids but without the query. */
  path: string
  status: number
  code: string | null
  /** Id of the account; null for a visitor who is not signed in. */
  userId: number | null
  sessionHash: Buffer | null
  /** Whether a session, token or key was sent with the call, valid or not. */
  hasShown: boolean
  /** Whether the call was answered only because the caller is an operator. */
  isAsOperator: boolean
  address: string
}

/**
 * Number of failures of each kind in ten minutes at which the operators are notified. A person mistypes a code now and
 * then.
 */
export const burstsOf: Partial<Record<SecurityEvent, number>> = {
  sign_in: 100,
  proof: 50,
  operator_act: 20,
  operator_read: 50,
  refused: 300,
  limited: 3_000
}
export const burstMs = 10 * 60_000

export type RaiseAlarm = (event: SecurityEvent, failures: number) => void

/**
 * Writes each security event as one structured line: when, what, who, from where, and how it ended (ASVS 5.0, 16.2.1).
 * An account is logged as its number and a network as a keyed hash, which is just enough to connect related events.
 */
export function createSecurityLog(
  { log, config, now }: Pick<Context, 'log' | 'config' | 'now'>,
  raise: RaiseAlarm
) {
  const key = deriveKey(config.secret, 'mille security log')
  const failures = new Map<SecurityEvent, { count: number; sinceMs: number }>()

  const nameOf = (address: string) =>
    createHmac('sha256', key).update(addressBlock(address)).digest('base64url').slice(0, 12)

  function count(event: SecurityEvent): void {
    const max = burstsOf[event]
    if (max === undefined) return
    const at = now().getTime()
    const before = failures.get(event)
    const isOver = !before || at - before.sinceMs >= burstMs
    const current = isOver ? { count: 1, sinceMs: at } : { ...before, count: before.count + 1 }
    failures.set(event, current)
    if (current.count === max) raise(event, current.count)
  }

  return {
    note(it: SecurityNote): void {
      const isKnown = it.userId !== null || it.hasShown
      const event = securityEventOf(
        it.isAsOperator ? { ...it.endpoint, auth: 'admin' } : it.endpoint,
        it.status,
        isKnown
      )
      if (event === null) return
      const isFailure = it.status >= 400 && it.code !== 'step_up_required'
      const line = {
        security: event,
        outcome: it.code ?? 'ok',
        status: it.status,
        call: `${it.endpoint.method} ${it.path}`,
        user: it.userId,
        session: it.sessionHash?.toString('hex').slice(0, 12) ?? null,
        from: nameOf(it.address)
      }
      if (isFailure) log.warn(line, 'security')
      else log.info(line, 'security')
      if (isFailure) count(event)
    }
  }
}

export type SecurityLog = ReturnType<typeof createSecurityLog>
