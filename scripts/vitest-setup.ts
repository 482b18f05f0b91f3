import { afterAll, afterEach } from 'vitest'

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
