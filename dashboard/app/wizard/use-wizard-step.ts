import type { DraftStorage } from '@mille/stores/shared/draft.ts'
import { whenIdle } from '@mille/ui/shared/when-idle.ts'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { stepHref } from './wizard.tsx'

/**
 * Returns the wizard step that the address names, but none that the draft has not reached. Without a name, it is the
 * first step. The server does not know this browser's draft, only saved progress, so for any later step it reserves
 * space.
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
 * Restores the draft stored in this browser, also after a reload or crash. Returns false until then, because the server
 * does not know the draft. `prepare` loads what the later steps need.
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
