import { atom } from 'nanostores'

/** What was verified, what could not be, or what only the reader's own record can show, as a sentence. */
export type Finding = { kind: 'verified' | 'unverified' | 'compare'; sentence: string }
/** What the worker is asked: a bill, and what the reader has kept from before. */
export type VerificationRequest = {
  file: Blob
  /** A checkpoint, or a whole older bill, that was chosen for it. */
  kept: string | null
  /** The checkpoint that this browser remembers: used if the bill continues it. */
  remembered: string | null
}
/** What it answers, in this order: sentences and how far it is, and one end. */
export type VerificationMessage =
  | { kind: 'said'; finding: Finding }
  /** From 0 to 1. */
  | { kind: 'progress'; part: number }
  /** `checkpoint` is that of the bill. What is damaged is not wrong: nothing is known about it. */
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
/** Starts a worker that is ready before a file is chosen, so that no network is needed then. */
export type StartWorker = (
  onMessage: (message: VerificationMessage) => void,
  onFailure: () => void
) => VerificationWorker

export const checkpointKey = 'mille-checkpoint'
const failedSentence =
  'The program that verifies the bill could not be loaded, or has stopped. Choose the file again when you are online.'

/** Verifies one bill after the other in a worker. `storage` keeps the checkpoint of the last good one. */
export function createBillVerificationStores(
  start: StartWorker,
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
) {
  const $verification = atom<Verification>({ kind: 'idle' })
  let worker: VerificationWorker | null = null

  function prepare(): void {
    worker ??= start(take, fail)
  }

  /** Also before a file was chosen, where there was no network: the next file gets a new one. */
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

  /** Ends what runs; the next bill gets a new worker. */
  function stop(): void {
    if ($verification.get().kind === 'running') {
      worker?.stop()
      worker = null
    }
    $verification.set({ kind: 'idle' })
  }

  return { $verification, prepare, verify, stop }
}
