import { createTestApp, type TestApp } from '@mille/testing/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { htmlOf } from '../mail/html.ts'
import { type NewNotification, notify } from '../notifications/outbox.ts'
import { openPublicLog } from '../public-log/index.ts'
import { startWorker } from './worker.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('emails about charges and payouts carry the last checkpoint, and other emails do not', async () => {
  const { context } = app
  await openPublicLog(context)
  const { userId } = await app.signIn()
  const email = 'payer@example.com'
  await context.db.updateTable('users').set({ email }).where('id', '=', Number(userId)).execute()
  const notices = [
    { kind: 'campaign_low_funds', data: { campaignId: 1, name: 'Tea' } },
    { kind: 'withdrawal_sent', data: { amount: '1', asset: 'BTC', reference: 'ab' } },
    { kind: 'new_sign_in', data: { browser: 'Firefox' } }
  ] as const
  await context.db.transaction().execute(async tx => {
    for (const [count, it] of notices.entries()) {
      const event = { event: `event ${count}`, userId: Number(userId), at: context.now() }
      await notify(tx, { ...it, ...event } as NewNotification)
    }
  })
  const [before] = await readCheckpoints(0n)
  const worker = await startWorker(context)
  try {
    await expect.poll(() => context.sent.length, { timeout: 60_000 }).toBe(3)
  } finally {
    await worker.stop()
  }
  // The worker may have added a checkpoint while the emails were sent, so each has the last one of its moment.
  const checkpoints = await readCheckpoints(before?.size ?? 0n)
  const brand = { name: 'Mille', accent: null, supportAddress: null, logo: null }
  const signed = checkpoints.map(({ note }) => note.split('\n\n')[0] ?? '')
  for (const lines of signed) expect(lines.split('\n')).toHaveLength(3)
  for (const { subject, text } of context.sent) {
    const isAboutMoney = !subject.includes('sign-in')
    const [lines = 'none'] = signed.filter(it => text.includes(`\n\n${it}\n\n`))
    expect(lines !== 'none', subject).toBe(isAboutMoney)
    expect(text.includes('/transparency')).toBe(isAboutMoney)
    const html = htmlOf({ subject, text, language: 'en', brand }, context.config.publicUrl)
    expect(html.includes(lines.replaceAll('\n', '<br>\n')), subject).toBe(isAboutMoney)
  }
})

/** Returns the checkpoints of the public log from a size on, the newest first. */
async function readCheckpoints(size: bigint) {
  return app.context.db
    .selectFrom('public_log_checkpoints')
    .select(['note', 'size'])
    .where('size', '>=', size)
    .orderBy('size', 'desc')
    .limit(100)
    .execute()
}
