/** Whether a service that payments depend on can do its work. Otherwise it says what to do about it. */
export type NodeState =
  | { state: 'ok'; seen: string }
  | { state: 'warning' | 'problem'; seen: string; remedy: string }

/** Time in milliseconds that a node or the signer has to answer an operator who waits. */
export const patienceMs = 8000

export const working = (seen: string): NodeState => ({ state: 'ok', seen })
export const broken = (seen: string, remedy: string): NodeState => ({
  state: 'problem',
  seen,
  remedy
})
