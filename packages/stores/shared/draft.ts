import { map } from 'nanostores'

/** The part of Storage that a draft needs; the browser hands localStorage, which outlives a crash. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * What a person has typed so far. It starts with `initial`, so that the server and the first render in the browser
 * agree; `restore` then takes what the storage has and saves every change from there on.
 */
export function createDraft<Value extends object>(key: string, initial: Value) {
  const $draft = map<Value>(initial)
  let storage: DraftStorage | null = null

  function change(patch: Partial<Value>) {
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
    /** Takes what was kept before and gives back the way to stop saving. */
    restore(from: DraftStorage) {
      storage = from
      const stored = readStored(from, key)
      if (stored !== null) $draft.set(mergeKnown(initial, stored))
      return () => {
        storage = null
      }
    },
    clear() {
      $draft.set(initial)
      storage?.removeItem(key)
    }
  }
}

/** What was typed belongs to the person, who has signed out. */
export function clearDrafts(storage: Storage) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.match(/^(campaign|adUnit)Draft\b/)) storage.removeItem(key)
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

/** Only fields that there still are, and only of the kind they have now: the text may come from an older version. */
function mergeKnown<Value extends object>(initial: Value, stored: Record<string, unknown>): Value {
  const known = Object.entries(initial).filter(
    ([name, value]) =>
      typeof stored[name] === typeof value && Array.isArray(stored[name]) === Array.isArray(value)
  )
  return { ...initial, ...Object.fromEntries(known.map(([name]) => [name, stored[name]])) }
}
