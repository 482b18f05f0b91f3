import { mailOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Limits } from '../http/limits/limits.ts'
import type { SecurityEvent } from '../http/security-log/security-events.ts'
import type { RaiseAlarm } from '../http/security-log/security-log.ts'

const onceAnHour = { name: 'alarm', points: 1, seconds: 3600 }

const whatHappened: Partial<Record<SecurityEvent, string>> = {
  sign_in: 'sign-ins failed',
  proof: 'sessions failed to confirm their identity',
  operator_act: 'calls of operators were refused',
  operator_read: 'operator-only reads were refused',
  refused: 'calls were refused because of their credentials',
  limited: 'calls were over a limit'
}

/**
 * Emails the operators about a burst of security events, once an hour for each kind, however many processes detect it.
 */
export function createSecurityAlarm(context: Context, limits: Limits): RaiseAlarm {
  async function notifyOperators(event: SecurityEvent, failures: number): Promise<void> {
    const counted = await limits.consume(onceAnHour, event)
    if (!counted.ok) return
    const what = whatHappened[event] ?? 'calls failed'
    await context.db.transaction().execute(tx =>
      mailOperators(tx, {
        subject: `Many ${what}`,
        text: `In ten minutes, ${failures} ${what}. The log lists each of them, with its network, in lines with "security":"${event}". The rate limits stay in effect. If this continues, block the networks in your reverse proxy.\n\nYou receive at most one such email per hour.`,
        at: context.now()
      })
    )
  }

  return (event, failures) => {
    context.log.error({ security: 'alarm', event, failures }, 'security')
    notifyOperators(event, failures).catch((error: Error) =>
      context.log.error({ error: error.message }, 'operators could not be notified of a burst')
    )
  }
}
