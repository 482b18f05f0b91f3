import type { Context } from '../../context.ts'
import type { EventLog } from './event-log.ts'
import { createJetStreamLog } from './jetstream-log.ts'
import { createPostgresLog } from './postgres-log.ts'

/** The log that the operator has chosen. It can be opened while its store is away. */
export function openEventLog({ config, pool }: Pick<Context, 'config' | 'pool'>): EventLog {
  return config.eventLogUrl === null
    ? createPostgresLog(pool)
    : createJetStreamLog(config.eventLogUrl)
}
