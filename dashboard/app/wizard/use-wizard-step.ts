import type { DraftStorage } from '@mille/stores/shared/draft.ts'
import { whenIdle } from '@mille/ui/shared/when-idle.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { stepHref } from './wizard.tsx'

/**
 * The step that the address names, as far as the draft has come; the first one when it names none.
 * The server cannot know the draft of this browser: how far one has come is known to it only for what was saved before,
 * and for any step further it leaves room.
 */
export function useWizardStep<Step extends string>(
  path: string,
  steps: readonly Step[],
  draft: { reached: number; isRestored: boolean }
) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const asked = steps.indexOf(search.get('step') as Step)
  const step = steps[Math.min(Math.max(asked, 0), draft.reached)] as Step
  return {
    step,
    isShown: draft.isRestored || asked <= draft.reached,
    goTo: (next: Step) => void navigate(stepHref(path, next))
  }
}

/**
 * Takes up the draft that this browser has, after a reload or a crash too. False until then: the server cannot know what
 * was typed. `prepare` fetches what the wizard needs further on.
 */
export function useDraft(
  restore: (storage: DraftStorage) => () => void,
  prepare?: () => Promise<void>
): boolean {
  const [isRestored, setIsRestored] = useState(false)
  useEffect(() => {
    const stop = restore(localStorage)
    setIsRestored(true)
    return stop
  }, [restore])
  useEffect(() => whenIdle(() => void prepare?.()), [prepare])
  return isRestored
}
