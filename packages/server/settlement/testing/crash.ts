import type { KyselyPlugin } from 'kysely'
import type { Context } from '../../context.ts'

/** For tests: a process that dies before its nth statement. `hasDied` tells whether it came so far. */
export function createDying<C extends Context>(
  context: C,
  nth: number
): { context: C; hasDied: () => boolean } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      // Whatever it would do next, such as trying the rest of its work, it is dead.
      if (statements >= nth) throw new Error('dead')
      return node
    },
    transformResult: async ({ result }) => result
  }
  return {
    context: { ...context, db: context.db.withPlugin(plugin) },
    hasDied: () => statements >= nth
  }
}
