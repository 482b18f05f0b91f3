const isApple = () => /^(Mac|iP)/.test(navigator.platform)

/**
 * Returns whether the key opens the search: Ctrl+K, or ⌘K on Apple systems, where Ctrl+K deletes the rest of a line.
 */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, code, altKey, shiftKey, repeat } = event
  if (altKey || shiftKey || repeat) return false
  // On keyboards with a non-Latin script, the key's position decides.
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return isK && (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
}

/** Returns the names of the search keys on this system. */
export function searchKeys(): readonly string[] {
  return [isApple() ? '⌘' : 'Ctrl', 'K']
}
