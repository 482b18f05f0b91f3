import type { CallResult } from '@mille/api/client.ts'
import { noProblems, problemsOf } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Saves a part of the account, after which the page is read again.
 * @param within the attribute whose fields the form has, if they are not attributes themselves
 */
export function useSaving(within?: string) {
  const [problems, setProblems] = useState(noProblems)
  const [isSaving, setIsSaving] = useState(false)
  const { revalidate } = useRevalidator()

  /** Returns true when the server has stored it. A canceled confirmation of the user's identity is not a problem. */
  async function save(send: () => Promise<CallResult<unknown>>): Promise<boolean> {
    if (isSaving) return false
    setIsSaving(true)
    const result = await send()
    setIsSaving(false)
    if (!result.ok && result.code === 'step_up_required') return false
    setProblems(result.ok ? noProblems : problemsOf(result, within))
    if (result.ok) void revalidate()
    return result.ok
  }

  return { problems, isSaving, save }
}
