import { afterAll, afterEach, vi } from 'vitest'

// Unexpected output is a failure. A test that expects some declares it with vi.spyOn.
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

// Test files of a worker share its timers. Restoring a spy on a fake timer would put the fake one back after its clock
// has stopped, and later files would wait forever.
const { setTimeout: wait } = globalThis
afterAll(() => {
  vi.restoreAllMocks()
  if (globalThis.setTimeout === wait) return
  globalThis.setTimeout = wait
  throw new Error('The file leaves timers behind that are not real')
})
