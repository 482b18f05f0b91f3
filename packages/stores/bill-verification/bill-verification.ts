import { atom } from 'nanostores'

/** A sentence about what was verified, what could not be, or what the reader can only compare with their own record. */
export type Finding = { kind: 'verified' | 'unverified' | 'compare'; sentence: string }
/** The request to the worker: a bill, and what the reader has kept from earlier. */
export type VerificationRequest = {
  file: Blob
  /** A checkpoint, or an entire older bill, that the reader chose for comparison. */
  kept: string | null
  /** The checkpoint remembered by this browser, used if the bill continues it. */
  remembered: string | null
}
/** The worker's messages, in this order: findings and progress, and finally one end. */
export type VerificationMessage =
  | { kind: 'said'; finding: Finding }
  /** Progress from 0 to 1. */
  | { kind: 'progress'; part: number }
  /** `checkpoint` is the bill's. A damaged bill is not reported as wrong, since nothing can be said about it. */
  | { kind: 'end'; problem: string | null; isWrong: boolean; checkpoint: string | null }

export type Verification =
  | { kind: 'idle' }
  | { kind: 'running'; name: string; said: readonly Finding[]; part: number }
  | {
      kind: 'ended'
      name: string
      said: readonly Finding[]
      problem: string | null
      result: 'right' | 'wrong' | 'unverified'
    }

export type VerificationWorker = {
  post: (request: VerificationRequest) => void
  stop: () => void
}
/** Starts a worker before a file is chosen, so that the verification itself needs no network. */
export type StartWorker = (
  onMessage: (message: VerificationMessage) => void,
  onFailure: () => void
) => VerificationWorker

export const checkpointKey = 'mille-checkpoint'
const failedSentence =
  'The program that verifies the bill could not be loaded, or has stopped. Choose the file again when you are online.'

/**
 * State of the verification of bills in a worker, one at a time. `storage` keeps the checkpoint of the last valid bill.
 */
export function createBillVerificationStores(
  start: StartWorker,
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
) {
  const $verification = atom<Verification>({ kind: 'idle' })
  let worker: VerificationWorker | null = null

  function prepare(): void {
    worker ??= start(take, fail)
  }

  /**
   * Called when the worker fails, even before a file was chosen, for example without a network; the next file gets a
   * new worker.
   */
  function fail(): void {
    worker = null
    end(failedSentence, false, null)
  }

  function take(message: VerificationMessage): void {
    const now = $verification.get()
    if (now.kind !== 'running') return
    if (message.kind === 'said') $verification.set({ ...now, said: [...now.said, message.finding] })
    else if (message.kind === 'progress') $verification.set({ ...now, part: message.part })
    else end(message.problem, message.isWrong, message.checkpoint)
  }

  function end(problem: string | null, isWrong: boolean, checkpoint: string | null): void {
    const now = $verification.get()
    if (now.kind !== 'running') return
    if (problem === null && checkpoint !== null) storage?.setItem(checkpointKey, checkpoint)
    const { name, said } = now
    const isUnverified = problem !== null || said.some(it => it.kind === 'unverified')
    const result = isWrong ? 'wrong' : isUnverified ? 'unverified' : 'right'
    $verification.set({ kind: 'ended', name, said, problem, result })
  }

  function verify(file: File, kept: string | null): void {
    stop()
    prepare()
    $verification.set({ kind: 'running', name: file.name, said: [], part: 0 })
    worker?.post({ file, kept, remembered: storage?.getItem(checkpointKey) ?? null })
  }

  /** Stops a running verification; the next bill gets a new worker. */
  function stop(): void {
    if ($verification.get().kind === 'running') {
      worker?.stop()
      worker = null
    }
    $verification.set({ kind: 'idle' })
  }

  return { $verification, prepare, verify, stop }
}
