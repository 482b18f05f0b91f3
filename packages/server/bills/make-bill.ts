import type { Result } from '@mille/api/result.ts'
import type { Config } from '../config.ts'
import { connect } from '../db/connect.ts'
import { type DatabaseAddress, readAddress } from '../db/database-address.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { EventLogUnavailable } from '../delivery/index.ts'
import { StartError } from '../start-error.ts'
import { BillTooLarge, FolderUnusable, writeBillFile } from './bill-folder.ts'
import { billLines } from './bill-lines.ts'
import { type BillRequest, planAgain } from './plan-bill.ts'

/** All inputs of the thread, which receives a copy. */
export type BillTask = {
  request: BillRequest
  etag: string
  file: string
  config: Config
  /** Null if the configuration contains the address of the database. */
  connection: DatabaseAddress | null
}

/** `changed` means that the bill with the requested validator can no longer be created. */
export type Unmade = {
  code:
    | 'changed'
    | 'bill_too_large'
    | 'folder_unusable'
    | 'event_log_unavailable'
    | 'database_unavailable'
  problem: string
}

/**
 * Creates a bill in a thread, with its own pool of two connections. Errors lose their class when they leave a thread,
 * so expected ones are returned as values.
 */
export async function makeBill(task: BillTask): Promise<Result<null, Unmade>> {
  try {
    const isMade = await make(task)
    return isMade ? { ok: true, value: null } : { ok: false, code: 'changed', problem: '' }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    const { message, cause } = error as Error
    const problem = cause instanceof Error ? `${message}: ${cause.message}` : message
    return { ok: false, code, problem }
  }
}

async function make({ request, etag, file, config, connection }: BillTask): Promise<boolean> {
  const address = connection ?? readAddress(config.databaseUrl ?? '')
  const { db, pool, close } = await connect(address, 2)
  try {
    const context = { db, pool, config: { ...config, secret: Buffer.from(config.secret) } }
    const plan = await planAgain(context, request, etag)
    if (!plan) return false
    // Views may have been deleted while the bill was being written.
    const isStill = async () => (await planAgain(context, request, etag)) !== null
    return await writeBillFile(file, billLines(context, plan), isStill)
  } finally {
    await close()
  }
}

function codeOf(error: unknown): Exclude<Unmade['code'], 'changed'> | null {
  if (error instanceof BillTooLarge) return 'bill_too_large'
  if (error instanceof FolderUnusable) return 'folder_unusable'
  if (error instanceof EventLogUnavailable) return 'event_log_unavailable'
  if (error instanceof StartError || isDatabaseAway(error)) return 'database_unavailable'
  return null
}
