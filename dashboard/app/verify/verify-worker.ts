import type {
  VerificationMessage,
  VerificationRequest
} from '@mille/stores/bill-verification/bill-verification.ts'
import { readKept } from '@mille/verifier/read-kept.ts'
import { verifyBill } from '@mille/verifier/verify-bill.ts'
import { Wrong } from '@mille/verifier/wrong.ts'
import { readEntries } from './read-entries.ts'

/** Exists only in workers, whose types cannot be combined with those of pages. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer }

const reader = new FileReaderSync()
const failedSentence = 'The file cannot be read.'

self.addEventListener('message', ({ data }: MessageEvent<VerificationRequest>) => verify(data))

function verify({ file, kept, remembered }: VerificationRequest): void {
  const say = (message: VerificationMessage) => self.postMessage(message)
  const read = (from: number, to: number) =>
    new Uint8Array(reader.readAsArrayBuffer(file.slice(from, to)))
  const onProgress = (bytes: number) => say({ kind: 'progress', part: bytes / file.size })
  try {
    const source = { size: file.size, read }
    const { checkpoint, continues } = readKept(source)
    const size = remembered?.split('\n')[1]
    const ours = continues !== null && size === String(continues) ? remembered : null
    const options = { kept: kept ?? ours ?? undefined, entries: readEntries, onProgress }
    for (const finding of verifyBill(source, options)) say({ kind: 'said', finding })
    say({ kind: 'end', problem: null, isWrong: false, checkpoint })
  } catch (error) {
    const problem = error instanceof Wrong ? `${error.message} [${error.code}]` : failedSentence
    const isWrong = error instanceof Wrong && error.code !== 'file_incomplete'
    say({ kind: 'end', problem, isWrong, checkpoint: null })
  }
}
