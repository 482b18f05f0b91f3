import type { Context } from '../context.ts'
import type { Eased } from '../http/limits/ask-captcha.ts'
import { limits } from '../http/limits/limits.ts'
import { readSetting } from '../settings/index.ts'

/** Returns how many campaigns an account may create per hour, and how many of them without a proof of work. */
export async function creationLimit(context: Context, userId: number): Promise<Eased> {
  const { db, config, now } = context
  const free = Number(await readSetting(db, config, 'campaigns_without_captcha', now()))
  return { limit: limits.campaigns, free, subject: `user ${userId}` }
}
