import type {
  StartWorker,
  VerificationMessage
} from '@mille/stores/bill-verification/bill-verification.ts'
import workerUrl from './verify-worker.ts?worker&url'

type ScriptPolicy = { createScriptURL: (url: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: ScriptPolicy) => { createScriptURL: (url: string) => string }
}

let policy: ScriptPolicy | null = null

/** Starts the worker. The page's content security policy permits only this script as a worker. */
export const startWorker: StartWorker = (onMessage, onFailure) => {
  const worker = new Worker(trusted(), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<VerificationMessage>) =>
    onMessage(data)
  )
  worker.addEventListener('error', onFailure)
  return { post: request => worker.postMessage(request), stop: () => worker.terminate() }
}

function trusted(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return workerUrl
  // A trusted types policy name can be used only once in a document.
  policy ??= trustedTypes.createPolicy('mille-verify', { createScriptURL: () => workerUrl })
  return policy.createScriptURL(workerUrl)
}
