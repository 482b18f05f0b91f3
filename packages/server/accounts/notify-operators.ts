import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { findUser } from './queries.ts'

type News = { subject: string; by: number; text: (who: string) => string; at: Date }

/** Emails every operator who has an address about another operator's action, in the same transaction as the action. */
export async function notifyOperators(tx: Tx, { subject, by, text, at }: News): Promise<void> {
  const who = await findUser(tx, by)
  const name = who?.username ?? who?.email ?? `Account ${by}`
  await mailOperators(tx, { subject, text: text(name), at })
}

/** Emails every operator who has an address. */
export async function mailOperators(
  tx: Tx,
  mail: { subject: string; text: string; at: Date }
): Promise<void> {
  const operators = await tx
    .selectFrom('users')
    .select('email')
    .where(sql<boolean>`'admin' = any(roles)`)
    .where('email', 'is not', null)
    .limit(100)
    .execute()
  for (const { email } of operators)
    await enqueueMail(tx, { recipient: email ?? '', language: 'en', ...mail })
}
