import type { NoteList, PeopleList, Person, PersonHistory } from '@mille/api/admin/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import type { SuspensionKind } from '@mille/api/constants.ts'
import { operatorRoles } from '@mille/api/may-operate.ts'
import { atom, type WritableAtom } from 'nanostores'
import { momentOfField } from '../shared/moment-text.ts'
import { createPagedList } from '../shared/paged-list.ts'
import {
  firstProblem,
  noProblems,
  type Problem,
  type Problems,
  problemsOf
} from '../shared/problems.ts'

/** State of the accounts that match a search, loaded page by page. */
export function createPeopleStores(api: Api, { list, query }: { list: PeopleList; query: string }) {
  return createPagedList(list, offset =>
    api.admin.listPeople({ 'filter[query]': query, 'page[offset]': offset })
  )
}

/** State of the history of one account, loaded page by page. */
export function createPersonHistoryStores(
  api: Api,
  { list, id }: { list: PersonHistory; id: string }
) {
  return createPagedList(list, offset =>
    api.admin.readPersonHistory({ id, 'page[offset]': offset })
  )
}

/** State of the notes that operators wrote about one account. */
export function createNotesStores(api: Api, { list, id }: { list: NoteList; id: string }) {
  const paged = createPagedList(list, offset => api.admin.listNotes({ id, 'page[offset]': offset }))
  const $problems = atom(noProblems)
  const $isSaving = atom(false)

  /** Adds a note. Returns false when it was refused. */
  async function add(text: string): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const result = await api.admin.addNote({ id, text })
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (result.ok) paged.put(result.value.data)
    return result.ok
  }

  return { ...paged, $problems, $isSaving, add }
}

export type Adjustment = { asset: 'BTC' | 'USD'; amount: string; reason: string }

/** State of one account, and of the operator's actions on it. */
export function createPersonStores(api: Api, loaded: Person) {
  const { admin } = api
  const $person = atom(loaded)
  const $problem = atom<Problem | null>(null)
  const $problems = atom(noProblems)
  const $isSaving = atom(false)

  /** Makes an account Premium; a null contact ends Premium. */
  async function setPremium(contact: string | null): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const result = await admin.setPremium({ id: loaded.id, contact })
    $isSaving.set(false)
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $person.set(result.value.data)
    return result.ok
  }

  async function endSessions(): Promise<boolean> {
    const result = await admin.endPersonSessions({ id: loaded.id })
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) await reload()
    return result.ok
  }

  /**
   * Adjusts a balance. Returns false when refused, and `pending` above the approval limit, until another operator
   * approves.
   */
  async function adjust(adjustment: Adjustment): Promise<false | 'done' | 'pending'> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const result = await admin.adjustBalance({ id: loaded.id, ...adjustment })
    $isSaving.set(false)
    $problems.set(result.ok ? noProblems : problemsOf(result))
    if (!result.ok) return false
    await reload()
    return result.value.data.attributes.state === 'pending' ? 'pending' : 'done'
  }

  async function reload(): Promise<void> {
    const read = await admin.readPerson({ id: loaded.id })
    if (read.ok) $person.set(read.value.data)
  }

  return {
    $person,
    $problem,
    $problems,
    $isSaving,
    ...givingRoles(api, loaded.id, { $person, $problem }),
    setPremium,
    ...suspending(api, loaded.id, { $person, $problem }),
    endSessions,
    adjust,
    clearProblems: () => $problems.set(noProblems)
  }
}

/** A suspension of an account. `ends` is as typed, in UTC; empty means until it is lifted. */
export type Stop = { kind: SuspensionKind; reason: string; ends: string }

type Shown = { $person: WritableAtom<Person>; $problem: WritableAtom<Problem | null> }

function givingRoles({ admin }: Api, id: string, { $person, $problem }: Shown) {
  /** Sets an account's operator roles. Returns false when refused, and `waits` when another operator has to confirm. */
  async function setRoles(
    wanted: readonly string[]
  ): Promise<false | 'changed' | 'waits' | 'withdrawn'> {
    const before = $person.get().attributes.roles
    const roles = operatorRoles.filter(role => wanted.includes(role))
    const result = await admin.setRoles({ id, roles })
    $problem.set(result.ok ? null : firstProblem(result))
    if (!result.ok) return false
    $person.set(result.value.data)
    const { roles: after, operator_asked_by: askedBy } = result.value.data.attributes
    if (askedBy !== null) return 'waits'
    return after.toSorted().join() === before.toSorted().join() ? 'withdrawn' : 'changed'
  }

  /** Grants or removes the admin role; the other roles stay. */
  function setAdmin(isAdmin: boolean) {
    const others = $person.get().attributes.roles.filter(it => it !== 'admin')
    return setRoles(isAdmin ? [...others, 'admin'] : others)
  }

  return { setRoles, setAdmin }
}

function suspending({ admin }: Api, id: string, { $person, $problem }: Shown) {
  async function show(call: ReturnType<typeof admin.liftSuspension>): Promise<boolean> {
    const result = await call
    $problem.set(result.ok ? null : firstProblem(result))
    if (result.ok) $person.set(result.value.data)
    return result.ok
  }

  return {
    /** Returns why the account was not suspended, or null if it was. */
    async suspend({ kind, reason, ends }: Stop): Promise<Problems | null> {
      const until = momentOfField(ends)
      const result = await admin.suspendPerson({ id, kind, reason, until })
      if (!result.ok) return problemsOf(result)
      $person.set(result.value.data)
      return null
    },
    liftSuspension: () => show(admin.liftSuspension({ id }))
  }
}
