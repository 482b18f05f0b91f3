import type { Api, CallResult } from '@mille/api/client.ts'
import type { Passkey, PasskeyList } from '@mille/api/passkeys/endpoints.ts'
import { atom } from 'nanostores'
import type { Guard } from '../shared/guard.ts'
import { firstProblem, type Problem } from '../shared/problems.ts'

type Options = Record<string, unknown>
/** The browser's passkey functions; both return null when the user cancels or has no passkey. */
export type PasskeyBrowser = {
  create: (options: Options) => Promise<Options | null>
  get: (options: Options) => Promise<Options | null>
}

type AddingApi = { passkeys: Pick<Api['passkeys'], 'createPasskeyChallenge' | 'createPasskey'> }

/** Creates a passkey in the browser and adds it to the account. Returns null when the user cancels. */
export async function addPasskey(
  { passkeys }: AddingApi,
  browser: Pick<PasskeyBrowser, 'create'>,
  { name, guard = call => call() }: { name: string; guard?: Guard }
): Promise<CallResult<{ data: Passkey }> | null> {
  const asked = await passkeys.createPasskeyChallenge({ purpose: 'register' })
  if (!asked.ok) return asked
  const response = await browser.create(asked.value.data.attributes.options)
  return response && guard(() => passkeys.createPasskey({ name, response }))
}

/** State of the account's passkeys. `guard` requests the proof of identity that adding and removing require. */
export function createPasskeyStores(
  { passkeys }: Pick<Api, 'passkeys'>,
  loaded: PasskeyList,
  { browser, guard }: { browser: PasskeyBrowser; guard: Guard }
) {
  const $passkeys = atom(loaded.data)
  const $problem = atom<Problem | null>(null)
  const $isSaving = atom(false)

  async function add(name: string): Promise<boolean> {
    if ($isSaving.get()) return false
    $isSaving.set(true)
    const isAdded = await create(name)
    $isSaving.set(false)
    return isAdded
  }

  async function create(name: string): Promise<boolean> {
    $problem.set(null)
    const added = await addPasskey({ passkeys }, browser, { name, guard })
    if (added === null) return false
    if (!added.ok) return refuse(firstProblem(added))
    $passkeys.set([...$passkeys.get(), added.value.data])
    return true
  }

  async function remove(id: string): Promise<boolean> {
    $problem.set(null)
    const removed = await guard(() => passkeys.deletePasskey({ id }))
    if (!removed.ok && removed.status !== 404) return refuse(firstProblem(removed))
    $passkeys.set($passkeys.get().filter(it => it.id !== id))
    return true
  }

  function refuse(problem: Problem): false {
    // Canceling the proof of identity is not shown as a problem.
    if (problem.code !== 'step_up_required') $problem.set(problem)
    return false
  }

  return { $passkeys, $problem, $isSaving, add, remove }
}
