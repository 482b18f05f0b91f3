import { afterAll, afterEach, vi } from 'vitest'

// Output that nobody expected is a failure. A test that provokes some says so with vi.spyOn.
const unexpected: string[] = []

for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
  const original = console[method]
  console[method] = (...args: unknown[]) => {
    const [first] = args
    unexpected.push(`console.${method}: ${first instanceof Error ? first.stack : args.join(' ')}`)
    original(...args)
  }
}

afterEach(failOnOutput)
afterAll(failOnOutput)

function failOnOutput() {
  const output = unexpected.splice(0)
  if (output.length > 0) throw new Error(`Unexpected output\n${output.join('\n')}`)
}

// Files of a worker share its timers. A spy on fake ones would put them back when nobody moves them any more, and what waits
// in later files would wait for ever.
const { setTimeout: wait } = globalThis
afterAll(() => {
  vi.restoreAllMocks()
  if (globalThis.setTimeout === wait) return
  globalThis.setTimeout = wait
  throw new Error('The file leaves timers behind that are not real')
})
