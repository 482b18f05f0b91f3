import { map } from 'nanostores'

/** The part of Storage that a draft needs; the browser hands localStorage, which outlives a crash. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Every draft is kept under this and its name, so that all of them are found without a list of their names. */
const prefix = 'draft:'

/** Whose the drafts are: the account that was signed in last while there were some. */
const ownerKey = 'draft-owner'

/**
 * What a person has typed so far. It starts with `initial`, so that the server and the first render in the browser
 * agree; `restore` then takes what the storage has and saves every change from there on.
 */
export function createDraft<Value extends object>(name: string, initial: Value) {
  const key = prefix + name
  const $draft = map<Value>(initial)
  let storage: DraftStorage | null = null
  /** What was typed before the storage was there; null from then on. */
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
      // Storage that is full or refused by the person's settings: the draft lives as long as the page.
      storage = null
    }
  }

  return {
    $draft,
    change,
    /**
     * Takes what was kept before and gives back the way to stop saving. Words typed before the code of the page was there
     * are newer: they go before what was kept, and are kept too.
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
     * The server has the data: deletes the draft, and saves nothing typed from here on. What is on the screen stays
     * until the next page is loaded, so that the user does not think it is lost and send it again.
     */
    finish() {
      storage?.removeItem(key)
      storage = null
    }
  }
}

/** What was typed belongs to the person, who has signed out. */
export function clearDrafts(storage: Storage): void {
  for (const key of draftKeys(storage)) storage.removeItem(key)
  storage.removeItem(ownerKey)
}

/**
 * Says who is signed in. The drafts of another account, whose session ended without signing out here, are thrown away;
 * true when there were some. What a visitor typed before signing in stays.
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
    // Neither an unreadable text nor a refused storage may keep the form from opening.
    return null
  }
}

/**
 * Only fields that there still are, and only of the kind they have now: the text may come from an older version. What begins with
 * null may be an object or a list.
 */
function mergeKnown<Value extends object>(initial: Value, stored: Record<string, unknown>): Value {
  const known = Object.entries(initial).filter(
    ([name, value]) =>
      typeof stored[name] === typeof value &&
      (value === null || Array.isArray(stored[name]) === Array.isArray(value))
  )
  return { ...initial, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
}
