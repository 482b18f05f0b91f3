import type { FirstTouch } from '@mille/stores/session/session.ts'

const key = 'firstTouch'

/** Stores the source of the first visit. Later visits do not change it. */
export function keepFirstTouch(search: URLSearchParams, storage: Storage) {
  const touch: FirstTouch = {
    ...named('utm_source', search.get('utm_source')),
    ...named('partner', search.get('partner'))
  }
  if (Object.keys(touch).length > 0 && storage.getItem(key) === null)
    storage.setItem(key, JSON.stringify(touch))
}

export function readFirstTouch(storage: Storage): FirstTouch {
  try {
    const touch = JSON.parse(storage.getItem(key) ?? '{}') as Record<string, unknown>
    return { ...named('utm_source', touch.utm_source), ...named('partner', touch.partner) }
  } catch {
    // Invalid data that another script stored under this key is ignored.
    return {}
  }
}

/** Leaves out values that the server would reject, because a bad link must not prevent a sign-up. */
function named(name: keyof FirstTouch, value: unknown): FirstTouch {
  const isGood =
    typeof value === 'string' && (name === 'partner' ? /^\d{1,9}$/ : /^[\w .-]{1,100}$/).test(value)
  return isGood ? { [name]: value } : {}
}
