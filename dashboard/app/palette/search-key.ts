const isApple = () => /^(Mac|iP)/.test(navigator.platform)

/** Ctrl+K; on Apple's systems ⌘K, where Ctrl+K deletes the rest of a line. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, code, altKey, shiftKey, repeat } = event
  if (altKey || shiftKey || repeat) return false
  // Where the keyboard writes another script, by the place of the key.
  const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
  return isK && (isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey)
}

/** As it is written on this keyboard. */
export function searchKeys(): readonly string[] {
  return [isApple() ? '⌘' : 'Ctrl', 'K']
}
