import { map } from 'nanostores'

/** The part of `Storage` that a draft needs; in the browser it is `localStorage`, which survives a crash. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Prefix of the storage key of every draft, so that all drafts can be found without a list of their names. */
const prefix = 'draft:'

/** Storage key of the drafts' owner: the last account that was signed in while drafts existed. */
const ownerKey = 'draft-owner'

/**
 * State of a draft that a user types. It starts with `initial`, so that the server and the first render in the browser
 * agree; `restore` then loads what is stored, and every later change is saved.
 */
export function createDraft<Value extends object>(name: string, initial: Value) {
  const key = prefix + name
  const $draft = map<Value>(initial)
  let storage: DraftStorage | null = null
  /** Changes typed before the storage was available; null from then on. */
  let early: Partial<Value> | null = {}

  function change(patch: Partial<Value>) {
    if (early !== null) early = { ...early, ...patch }
    $draft.set({ ...$draft.get(), ...patch })
    save()
  }

  function save() {
    try {
      storage?.setItem(key, JSON.stringify($draft.get()))
    } catch {
      // If the storage is full or blocked by the user's settings, the draft lasts only as long as the page.
      storage = null
    }
  }

  return {
    $draft,
    change,
    /**
     * Restores the stored draft, and returns a function that stops saving. Text typed before the page's code was loaded
     * is newer, so it replaces what is stored and is saved as well.
     */
    restore(from: DraftStorage) {
      storage = from
      const stored = readStored(from, key)
      const typed = early ?? {}
      early = null
      if (stored !== null) $draft.set({ ...mergeKnown(initial, stored), ...typed })
      if (Object.keys(typed).length > 0) save()
      return () => {
        storage = null
      }
    },
    /**
     * Deletes the draft after the server has saved it, and stops saving. The input stays on the screen until the next
     * page is loaded, so that the user does not think it is lost and send it again.
     */
    finish() {
      storage?.removeItem(key)
      storage = null
    }
  }
}

/** Deletes all drafts when the user signs out, because they belong to that user. */
export function clearDrafts(storage: Storage): void {
  for (const key of draftKeys(storage)) storage.removeItem(key)
  storage.removeItem(ownerKey)
}

/**
 * Records who is signed in. Deletes the drafts of another account whose session ended without signing out here, and
 * returns whether there were any. What a visitor typed before signing in stays.
 */
export function claimDrafts(storage: Storage, accountId: string): boolean {
  const owner = storage.getItem(ownerKey)
  const isOther = owner !== null && owner !== accountId && draftKeys(storage).length > 0
  if (isOther) clearDrafts(storage)
  if (owner !== accountId) storage.setItem(ownerKey, accountId)
  return isOther
}

function draftKeys(storage: Storage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return keys.filter(key => key.startsWith(prefix))
}

function readStored(storage: DraftStorage, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    // Neither invalid stored text nor a blocked storage may keep the form from opening.
    return null
  }
}

/**
 * Takes over only fields that still exist and still have the same type, because the stored text may come from an older
 * version. A field that is null initially may be an object or a list.
 */
function mergeKnown<Value extends object>(initial: Value, stored: Record<string, unknown>): Value {
  const known = Object.entries(initial).filter(
    ([name, value]) =>
      typeof stored[name] === typeof value &&
      (value === null || Array.isArray(stored[name]) === Array.isArray(value))
  )
  return { ...initial, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
}
