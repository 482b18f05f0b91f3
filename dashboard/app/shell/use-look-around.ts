import type { LookAroundRole } from '@mille/api/constants.ts'
import { firstProblem, type Problem } from '@mille/stores/shared/problems.ts'
import { useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { inLanguage } from '../page/navigation/language-prefix.ts'

/** Begins to look around. The page loads again as a whole, so that nothing of the account before remains in memory. */
export function useLookAround() {
  const { accounts } = useApi()
  const [working, setWorking] = useState<LookAroundRole | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function lookAround(role: LookAroundRole) {
    setWorking(role)
    setProblem(null)
    const opened = await accounts.lookAround({ role })
    if (opened.ok) {
      location.assign(inLanguage(role === 'operator' ? '/admin' : '/overview', location.pathname))
      return
    }
    setWorking(null)
    setProblem(firstProblem(opened))
  }

  return { working, problem, lookAround }
}
