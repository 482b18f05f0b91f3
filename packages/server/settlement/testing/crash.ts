import type { KyselyPlugin } from 'kysely'
import type { Context } from '../../context.ts'

/**
 * For tests: a context that fails at its nth statement, like a process that dies. `hasDied` tells whether that
 * statement was reached.
 */
export function createDying<C extends Context>(
  context: C,
  nth: number
): { context: C; hasDied: () => boolean } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      // Every later statement fails too, such as those of error handling: the process is dead.
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
