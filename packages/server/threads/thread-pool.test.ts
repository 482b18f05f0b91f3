import { MessageChannel } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { createThreadPool, type PoolOptions, type ThreadPool } from './thread-pool.ts'

const pools: ThreadPool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map(it => it.stop()))
})

/** A thread script that counts its tasks and does what each task names. */
const script = `
  import { parentPort, threadId } from 'node:worker_threads'
  let tasks = 0
  parentPort.on('message', async task => {
    tasks++
    const kept = []
    if (task === 'hang') for (;;);
    if (task === 'grow') for (;;) kept.push({ words: [kept.length] })
    if (task === 'throw') return parentPort.postMessage({ ok: false, error: new Error('a bug') })
    if (task === 'break') setTimeout(() => { throw new Error('too late') }, 0)
    if (task === 'wait') await new Promise(done => setTimeout(done, 150))
    parentPort.postMessage({ ok: true, value: { task, tasks, threadId } })
  })`

function createPool(options: Partial<PoolOptions> = {}): ThreadPool {
  const pool = createThreadPool({
    script: new URL(`data:text/javascript,${encodeURIComponent(script)}`),
    atOnce: 1,
    maxWaiting: 4,
    deadlineMs: 20_000,
    memoryMb: 32,
    ...options
  })
  pools.push(pool)
  return pool
}

/** Resolves when the next thread that starts has ended; call it before that thread is started. */
function endOfNextThread(): Promise<unknown> {
  return new Promise(done => {
    process.once('worker', thread => thread.once('exit', done))
  })
}

test('does one task after another in the same thread', async () => {
  const pool = createPool()
  const outcomes = await Promise.all([pool.run('a'), pool.run('b'), pool.run('c')])
  expect(outcomes).toMatchObject(
    ['a', 'b', 'c'].map((task, index) => ({ ok: true, value: { task, tasks: index + 1 } }))
  )
})

test('ends a thread that hangs at the deadline, and continues with another one', async () => {
  const pool = createPool({ deadlineMs: 1_000 })
  const before = process.threadCpuUsage()
  expect(await pool.run('hang')).toEqual({ ok: false, code: 'too_costly' })
  // The event loop used almost no CPU time, because it only waited.
  expect(process.threadCpuUsage(before).user).toBeLessThan(300_000)
  expect(await pool.run('a')).toMatchObject({ ok: true, value: { tasks: 1 } })
})

test('ends a thread that takes too much memory, and the process lives', async () => {
  const pool = createPool()
  expect(await pool.run('grow')).toEqual({ ok: false, code: 'too_costly' })
  expect(await pool.run('a')).toMatchObject({ ok: true, value: { tasks: 1 } })
})

test('refuses what the queue has no room for, at once', async () => {
  const pool = createPool({ atOnce: 2, maxWaiting: 3 })
  const outcomes = await Promise.all(Array.from({ length: 7 }, () => pool.run('wait')))
  expect(outcomes.map(it => it.ok)).toEqual([true, true, true, true, true, false, false])
  expect(outcomes.at(-1)).toEqual({ ok: false, code: 'busy' })
  expect(await pool.run('a')).toMatchObject({ ok: true })
})

test('no task waits in the queue for longer than the deadline', async () => {
  const pool = createPool({ deadlineMs: 1_000 })
  const started = performance.now()
  const [first, ...others] = await Promise.all(['hang', 'hang', 'hang'].map(pool.run))
  expect(first).toEqual({ ok: false, code: 'too_costly' })
  expect(others.map(it => !it.ok && it.code)).toContain('busy')
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('throws what the thread’s code throws', async () => {
  const pool = createPool()
  await expect(pool.run('throw')).rejects.toThrow('a bug')
  expect(await pool.run('a')).toMatchObject({ ok: true })
})

test('an error between two tasks ends the thread and nothing else', async () => {
  const pool = createPool()
  const ended = endOfNextThread()
  const broken = await pool.run('break')
  expect(broken).toMatchObject({ ok: true })
  await ended
  expect(await pool.run('a')).toMatchObject({ ok: true, value: { tasks: 1 } })
})

// In a busy process, Node delivers an answer, an error and the exit at once, in one of two orders: the channel that
// blocks the process is read before or after the thread's own channel.
test.each(['before', 'after'])(
  'an answer counts that comes with the end of its thread, seen from a channel %s it',
  async time => {
    const pool = createPool({ deadlineMs: 5_000 })
    const before = new MessageChannel()
    const ended = endOfNextThread()
    expect(await pool.run('a')).toMatchObject({ ok: true })
    const { port1, port2 } = time === 'before' ? before : new MessageChannel()
    const broken = new Promise(done => {
      port2.on('message', () => {
        done(pool.run('break'))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      })
    })
    port1.postMessage('now')
    expect(await broken).toMatchObject({ ok: true, value: { tasks: 2 } })
    await ended
    expect(await pool.run('a')).toMatchObject({ ok: true, value: { tasks: 1 } })
    for (const port of [port1, before.port1]) port.close()
  }
)

test('a stop ends what is under way and what waits; the next task starts a new thread', async () => {
  const pool = createPool()
  const running = Promise.all([pool.run('hang'), pool.run('a')])
  await pool.stop()
  const busy = { ok: false, code: 'busy' }
  expect(await running).toEqual([busy, busy])
  expect(await pool.run('a')).toMatchObject({ ok: true, value: { tasks: 1 } })
})
