import { seedDemo } from '@mille/testing/demo/seed.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { verifyBoth } from '@mille/verifier/testing/verify-both.ts'
import { expect, test } from 'vitest'

test('the demo network has bills that both verifiers compute again', {
  timeout: 300_000
}, async () => {
  const app = await createTestApp()
  const { context } = app
  try {
    // A few days of the demo are enough for this test.
    await seedDemo(context, 'https://blog.example', 4)
    const { id: campaign } = await context.db
      .selectFrom('settlements')
      .select('campaign_id as id')
      .where('charged', '>', 0n)
      .orderBy('campaign_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const owner = await app.signIn()
    await context.db
      .updateTable('campaigns')
      .set({ user_id: Number(owner.userId) })
      .where('id', '=', campaign)
      .execute()
    const download = async (query = '') =>
      (await owner.transport(`/api/v1/campaigns/${campaign}/bill${query}`, {})).text()
    // The first call of a process loads code, which is not measured.
    await download('?to=2020-01-01')
    const before = process.threadCpuUsage()
    const bill = await download()
    const { user, system } = process.threadCpuUsage(before)
    // The bill is created in another thread, so the main thread needs little CPU time.
    expect((user + system) / 1000).toBeLessThan(50)
    const { problem, said } = await verifyBoth({ bill })
    expect(problem).toBeNull()
    const [, views = '0', ofViews] =
      /^([\d,]+) of ([\d,]+) views included\.$/.exec(said[2] ?? '') ?? []
    expect(views).toBe(ofViews)
    expect(Number(views.replaceAll(',', ''))).toBeGreaterThan(100)
    expect(said[3]).toMatch(/difference 0\.$/)
  } finally {
    await app.close()
  }
})
