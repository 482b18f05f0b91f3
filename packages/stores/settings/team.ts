import type { Api } from '@mille/api/client.ts'
import type { Member, Membership } from '@mille/api/members/endpoints.ts'
import { atom } from 'nanostores'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf
} from '../shared/problems.ts'

type Loaded = { members: { data: Member[] }; memberships: { data: Membership[] } }

/** State of the people who may see the account, and of the accounts that it may see. */
export function createTeamStores(api: Pick<Api, 'members'>, loaded: Loaded) {
  const $members = atom(loaded.members.data)
  const $memberships = atom(loaded.memberships.data)
  const $problems = atom<Problems>(noProblems)
  const $membersProblem = atom<Problem | null>(null)
  const $membershipsProblem = atom<Problem | null>(null)
  const $isInviting = atom(false)

  return {
    $members,
    $memberships,
    $problems,
    $membersProblem,
    $membershipsProblem,
    $isInviting,

    /** Invites an account by its email address or name. Returns true on success. */
    async invite(name: string): Promise<boolean> {
      $isInviting.set(true)
      const result = await api.members.inviteMember({ name })
      $isInviting.set(false)
      $problems.set(result.ok ? noProblems : problemsOf(result))
      if (result.ok) $members.set([...$members.get(), result.value.data])
      return result.ok
    },

    async remove(id: string): Promise<boolean> {
      const result = await api.members.removeMember({ id })
      // A membership that has already ended counts as removed.
      const isGone = result.ok || result.status === 404
      $membersProblem.set(isGone ? null : firstProblem(result))
      if (isGone) $members.set($members.get().filter(it => it.id !== id))
      return isGone
    },

    /** Accepts an invitation. Returns true on success. */
    async accept(id: string): Promise<boolean> {
      const result = await api.members.acceptMembership({ id })
      $membershipsProblem.set(result.ok ? null : firstProblem(result))
      if (!result.ok) return false
      const accepted_at = new Date().toISOString()
      $memberships.set(
        $memberships
          .get()
          .map(it => (it.id === id ? { ...it, attributes: { ...it.attributes, accepted_at } } : it))
      )
      return true
    },

    /** Declines an invitation, or leaves an account. */
    async leave(id: string): Promise<boolean> {
      const result = await api.members.endMembership({ id })
      const isGone = result.ok || result.status === 404
      $membershipsProblem.set(isGone ? null : firstProblem(result))
      if (isGone) $memberships.set($memberships.get().filter(it => it.id !== id))
      return isGone
    },

    /** Shows the session another account. Returns true on success; the page must then load again as a whole. */
    async view(id: string): Promise<boolean> {
      const result = await api.members.viewMembership({ id })
      $membershipsProblem.set(result.ok ? null : firstProblem(result))
      return result.ok
    }
  }
}

export type TeamStores = ReturnType<typeof createTeamStores>
