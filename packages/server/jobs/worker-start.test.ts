import { setTimeout as sleep } from 'node:timers/promises'
import { createSettledNetwork } from '@mille/testing/settled-network.ts'
import { createTestContext, type TestContext } from '@mille/testing/test-context.ts'
import type { JobHelpers } from 'graphile-worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueMail } from '../mail/outbox.ts'
import { readBookTotals } from '../seals/index.ts'
import { bookTasks } from './book-tasks.ts'
import { prepareJobs } from './prepare.ts'
import { startWorker } from './worker.ts'

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

test('the open books have what was settled as soon as a server starts, not a minute later', async () => {
  const network = await createSettledNetwork(context)
  const campaign = await network.createCampaign({ funds: 1_000_000n })
  await network.count(campaign, '2026-03-02T20:00:00Z', network.first, 10n)
  context.clock.set('2026-03-02T22:00:05Z')
  const worker = await startWorker(context)
  try {
    const paid = async () => (await readBookTotals(context.db, '2026-03-02'))[0]?.publishers.ever
    await expect.poll(paid, { timeout: 20_000 }).toBeDefined()
  } finally {
    await worker.stop()
  }
})

/**
 * Leaves a job locked as by a killed or a running process. It was locked a minute ago, because a job locked just now
 * might belong to a runner that is only starting.
 */
async function leaveLocked(task: string, worker: string): Promise<void> {
  await context.pool.query('select graphile_worker.add_job($1, queue_name := $1)', [task])
  await context.pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute'
    where key is null and task_id in (select id from graphile_worker._private_tasks where identifier = $2)`,
    [worker, task]
  )
  await context.pool.query(
    `update graphile_worker._private_job_queues set locked_by = $1, locked_at = now() - interval '1 minute'
    where queue_name = $2`,
    [worker, task]
  )
}

async function countJobs(where: 'locked_by' | 'task_identifier', is: string): Promise<number> {
  const { rows } = await context.pool.query(
    `select 1 from graphile_worker.jobs where ${where} = $1`,
    [is]
  )
  return rows.length
}

test('what a killed process was doing is done by another one, and what a living one does is not', async () => {
  await prepareJobs(context.pool)
  await leaveLocked('unit_health', 'worker-killed')
  await leaveLocked('watch_proofs', 'worker-at-work')
  const atWork = await context.pool.connect()
  await atWork.query("select pg_advisory_lock_shared(7230103, hashtext('worker-at-work'))")
  const worker = await startWorker(context)
  try {
    const left = (task: string) => () => countJobs('task_identifier', task)
    await expect.poll(left('unit_health'), { timeout: 10_000 }).toBe(0)
    expect(await countJobs('locked_by', 'worker-at-work')).toBe(1)
    atWork.release(true)
    await expect.poll(left('watch_proofs'), { timeout: 10_000 }).toBe(0)
  } finally {
    await worker.stop()
  }
})

test('what a killed process was doing, and was planned again meanwhile, does not count as a failed job', async () => {
  await prepareJobs(context.pool)
  const plan = () =>
    context.pool.query(
      "select graphile_worker.add_job('unit_health', queue_name := 'unit_health', job_key := 'unit_health')"
    )
  await plan()
  await context.pool.query(
    `update graphile_worker._private_jobs set locked_by = 'worker-killed', locked_at = now() - interval '1 minute', attempts = 1
    where key = 'unit_health'`
  )
  await plan()
  expect(await countJobs('task_identifier', 'unit_health')).toBe(2)
  const worker = await startWorker(context)
  try {
    const left = () => countJobs('task_identifier', 'unit_health')
    await expect.poll(left, { timeout: 10_000 }).toBe(0)
  } finally {
    await worker.stop()
  }
})

const running = (task: string) => async () => {
  const { rows } = await context.pool.query(
    'select 1 from graphile_worker.jobs where task_identifier = $1 and locked_by is not null',
    [task]
  )
  return rows.length
}

async function locks(task: string): Promise<unknown[]> {
  const { rows } = await context.pool.query(
    'select id, locked_by, locked_at from graphile_worker.jobs where task_identifier = $1 and locked_by is not null',
    [task]
  )
  return rows
}

test('a settlement that takes long delays neither mail nor the sealing of the books, and runs once', async () => {
  const stuck = await context.pool.connect()
  await stuck.query('begin')
  await stuck.query('lock table settlement_progress in access exclusive mode')
  const worker = await startWorker(context)
  try {
    await expect.poll(running('settle'), { timeout: 10_000 }).toBe(1)
    for (let nth = 0; nth < 8; nth++)
      await context.pool.query("select graphile_worker.add_job('settle', queue_name := 'settle')")
    const mail = { recipient: 'reader@example.com', subject: 'Your code', text: '123' }
    await context.db
      .transaction()
      .execute(tx => enqueueMail(tx, { ...mail, language: 'en', at: context.now() }))
    await expect
      .poll(() => context.sent.map(it => it.subject), { timeout: 10_000 })
      .toContain('Your code')
    await context.pool.query(
      "select graphile_worker.add_job('seal_books', queue_name := 'seal_books')"
    )
    await expect.poll(() => countJobs('task_identifier', 'seal_books'), { timeout: 10_000 }).toBe(0)
    expect(await running('settle')()).toBe(1)
    // Waits longer than it takes until the job of a killed process is run again.
    const [before] = await locks('settle')
    await sleep(11_000)
    expect(await locks('settle')).toEqual([before])
  } finally {
    await stuck.query('rollback')
    stuck.release()
    await worker.stop()
  }
})

test('a window that ends while settlement runs is settled soon after its end, not with the next window', async () => {
  const [planned] = await settleWhile('2026-03-02T23:59:50Z', () =>
    context.clock.set('2026-03-03T00:00:10Z')
  )
  expect(planned).toEqual(new Date('2026-03-03T00:00:02Z'))
})

/** Starts settlement at a moment, calls `meanwhile` while it runs, and returns when the next runs are planned. */
async function settleWhile(moment: string, meanwhile: () => void): Promise<Date[]> {
  await prepareJobs(context.pool)
  context.clock.set(moment)
  const stuck = await context.pool.connect()
  await stuck.query('begin; lock table settlement_progress in access exclusive mode')
  const helpers = {
    withPgClient: (run: (client: unknown) => unknown) => run(context.pool),
    addJob: async () => {}
  } as unknown as JobHelpers
  const settling = bookTasks(context).settle?.({}, helpers)
  await sleep(200)
  meanwhile()
  await stuck.query('commit')
  stuck.release()
  await settling
  const { rows } = await context.pool.query<{ run_at: Date }>(
    "select run_at from graphile_worker.jobs where key = 'settle'"
  )
  return rows.map(it => it.run_at)
}
