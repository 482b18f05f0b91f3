import type { HealthCheck } from '../../admin/health-rules.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'

/** What the checks look at before there is a database. */
export type Subject = { config: Config; now: () => Date }

/** What the checks look at with an open database. */
export type DatabaseSubject = {
  context: Context
  /** Returns what /admin/health shows; it is read once. */
  health: () => Promise<HealthCheck[]>
}
