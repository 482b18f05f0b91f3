import { sql } from 'kysely'
import { mailOperators } from '../accounts/index.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { utcMinute } from '../utc-minute.ts'

/** Delay in milliseconds that lets several actions share one email and running actions finish. */
const waitMs = 60_000
/** Maximum number of actions in one email. The rest is in the next one. */
const maxActs = 50
const maxInput = 300

/**
 * Plans an email to all operators about the outcome of an action, together with its audit entry and before the action.
 * Neither a crash nor the acting operator can then suppress it. A null `userId` is the command line.
 */
export async function planNotice(
  tx: Tx,
  entryId: number,
  userId: number | null,
  at: Date
): Promise<void> {
  await tx.insertInto('act_notices').values({ entry_id: entryId }).execute()
  await planMail(tx, userId, at)
}

type ActRow = {
  id: number
  at: Date
  user_name: string | null
  act: string
  summary: string
  input: Record<string, unknown>
  status: number | null
}

/** Runs the job that sends each operator one email about what one of them has done since the last email. */
export async function mailActs(context: Context, userId: number | null): Promise<void> {
  const now = context.now()
  await context.db.transaction().execute(async tx => {
    const rows = await lockWaiting(tx, userId)
    // An action without an outcome may still be running.
    const over = rows.filter(it => it.status !== null || it.at.getTime() <= now.getTime() - waitMs)
    if (over.length < rows.length || rows.length === maxActs) await planMail(tx, userId, now)
    if (over.length === 0) return
    await tx
      .updateTable('act_notices')
      .set({ mailed_at: now })
      .where(
        'entry_id',
        'in',
        over.map(it => it.id)
      )
      .execute()
    const done = over.filter(it => it.status === null || it.status < 400)
    const [first] = done
    if (!first) return
    const who =
      userId === null ? 'Someone at the command line' : (first.user_name ?? `Account ${userId}`)
    await mailOperators(tx, {
      subject: `${who} acted as an operator`,
      text: mailText(context.config.publicUrl, who, userId, done),
      at: now
    })
  })
}

async function planMail(tx: Tx, userId: number | null, at: Date): Promise<void> {
  const runAt = new Date(at.getTime() + waitMs)
  const key = `acts of ${userId ?? 'the command line'}`
  await sql`select graphile_worker.add_job('mail_acts', json_build_object('user_id', ${userId}::int),
    run_at := ${runAt}::timestamptz, job_key := ${key}, job_key_mode := 'preserve_run_at')`.execute(
    tx
  )
}

async function lockWaiting(tx: Tx, userId: number | null): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`
    select audit_entries.id, audit_entries.at, account_names.name as user_name, act, summary, input, status
    from act_notices
    join audit_entries on audit_entries.id = act_notices.entry_id
    left join audit_outcomes on audit_outcomes.entry_id = act_notices.entry_id
    left join account_names on account_names.id = user_id
    where mailed_at is null and user_id is not distinct from ${userId}::integer
    order by act_notices.entry_id limit ${maxActs} for update of act_notices`.execute(tx)
  return rows
}

function mailText(
  publicUrl: string,
  who: string,
  userId: number | null,
  acts: readonly ActRow[]
): string {
  const end =
    userId === null
      ? ''
      : ` If any of this is wrong, sign that account out everywhere: ${publicUrl}/admin/users/${userId}`
  return [
    `${who} did this:`,
    ...acts.map(actText),
    `You receive this email because you are an operator.${end}`,
    `All operator activity: ${publicUrl}/admin/audit`
  ].join('\n\n')
}

function actText({ at, summary, act, input, status }: ActRow): string {
  const given = Object.entries(input)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return [
    `${utcMinute(at)}  ${act}`,
    `  ${summary}`,
    ...(given === ''
      ? []
      : [`  ${given.length > maxInput ? `${given.slice(0, maxInput)}…` : given}`]),
    ...(status === null
      ? ['  Its outcome is unknown because the server stopped in the meantime.']
      : [])
  ].join('\n')
}
