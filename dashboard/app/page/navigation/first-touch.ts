import type { FirstTouch } from '@mille/stores/session/session.ts'

const key = 'firstTouch'

/** Keeps where the first visit came from; later visits do not change it. */
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
    // Text of another script under our key is ignored.
    return {}
  }
}

/** What the server would refuse is left out here: a bad link must not keep anybody from signing up. */
function named(name: keyof FirstTouch, value: unknown): FirstTouch {
  const isGood =
    typeof value === 'string' && (name === 'partner' ? /^\d{1,9}$/ : /^[\w .-]{1,100}$/).test(value)
  return isGood ? { [name]: value } : {}
}
