import { writeBill } from '@mille/testing/billed-network.ts'
import { seedDemo } from '@mille/testing/demo/seed.ts'
import { createTestContext } from '@mille/testing/test-context.ts'
import { verifyBoth } from '@mille/verifier/testing/verify-both.ts'
import { expect, test } from 'vitest'

test('the demo network has bills that both verifiers compute again', {
  timeout: 300_000
}, async () => {
  const context = await createTestContext()
  try {
    // A few of its days are as good as the month for this.
    await seedDemo(context, 'https://blog.example', 4)
    const { id: campaign } = await context.db
      .selectFrom('settlements')
      .select('campaign_id as id')
      .where('charged', '>', 0n)
      .orderBy('campaign_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { problem, said } = await verifyBoth({
      bill: await writeBill(context, { subject: { campaign } })
    })
    expect(problem).toBeNull()
    const [, views = '0', ofViews] =
      /^([\d,]+) of ([\d,]+) views included\.$/.exec(said[2] ?? '') ?? []
    expect(views).toBe(ofViews)
    expect(Number(views.replaceAll(',', ''))).toBeGreaterThan(100)
    expect(said[3]).toMatch(/difference 0\.$/)
  } finally {
    await context.close()
  }
})
