import type { BlockRule } from '@mille/api/ad-units/endpoints.ts'
import type { BlockRulesStores } from '@mille/stores/ad-units/block-rules.ts'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { blockingMessages as messages } from './blocking-messages.ts'

/** Returns a function that says what was blocked and offers to undo it. */
export function useSayBlocked(stores: Pick<BlockRulesStores, 'remove'>) {
  const toast = useToast()
  return (rules: BlockRule[]) =>
    toast.show({
      title: messages.blocked(rules.length, rules[0]?.attributes.kind),
      action: {
        label: messages.undo,
        onSelect: () => void Promise.all(rules.map(stores.remove))
      }
    })
}
