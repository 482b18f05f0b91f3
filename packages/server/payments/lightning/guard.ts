import type { Context } from '../../context.ts'
import { createOutageLog } from '../outage-log.ts'

/** Milliseconds for which a part that failed is left alone, so that it does not take the time of the others. */
const restMs = 1_000

export type Guard = {
  /** Does a part of the work, unless it failed a moment ago. Its failure is logged and counted, and never thrown. */
  run: (part: string, work: () => Promise<void>) => Promise<void>
  /** How often each part has failed. */
  failures: () => Readonly<Record<string, number>>
}

/** Keeps the parts of the work around the Lightning node apart: a part that fails stops neither the node nor another part. */
export function createGuard(context: Pick<Context, 'log' | 'now'>): Guard {
  const parts = new Map<string, ReturnType<typeof createPart>>()
  function createPart(name: string) {
    const outage = createOutageLog(context, `Lightning: ${name}`)
    return { outage, failures: 0, nextAt: Number.NEGATIVE_INFINITY }
  }

  return {
    async run(name, work) {
      const part = parts.get(name) ?? createPart(name)
      parts.set(name, part)
      if (performance.now() < part.nextAt) return
      try {
        await work()
        part.outage.worked()
      } catch (error) {
        part.failures += 1
        part.nextAt = performance.now() + restMs
        part.outage.failed(error as Error)
      }
    },
    failures: () => Object.fromEntries([...parts].map(([name, it]) => [name, it.failures]))
  }
}

/** Does the work for each item, and throws the first error only after the last item: one that fails holds up no other. */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
