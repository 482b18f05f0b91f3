import type { ErrorCode } from '@mille/api/errors.ts'

export type Failure = {
  ok: false
  code: ErrorCode
  /** Explains what exactly is wrong, for the person who reads the error. */
  detail?: string
  /** The attribute or parameter that is wrong. */
  pointer?: string
  retryAfterSeconds?: number
}

export type FileContent = {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string
  name: string
  isShown?: boolean
}

export type Download = {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  contentType: string
  name: string
}

/** CSV text, or a stream of it when it may be of any length. */
export type CsvText = string | ReadableStream<Uint8Array<ArrayBuffer>>

export type Reply<Answer> =
  | {
      ok: true
      status: number
      value: Answer
      headers?: Record<string, string>
      cookies?: string[]
      /** Sent instead of the value: a CSV table that is saved under the given name. */
      csv?: { text: CsvText; name: string }
      /**
       * Sent instead of the value: a file to download, or one that the server itself has drawn and may therefore be
       * shown.
       */
      file?: FileContent
      /** Sent instead of the value: a file that is generated while it is sent. */
      download?: Download
      /** Sent instead of the value: server-sent events, until either side closes the stream. */
      stream?: ReadableStream<Uint8Array<ArrayBuffer>>
    }
  | Failure

export function reply<Answer>(
  value: Answer,
  status = 200,
  more: { headers?: Record<string, string>; cookies?: string[] } = {}
): Reply<Answer> {
  return { ok: true, status, value, ...more }
}

/** The result of a call's `prepare` that only checks whether the call must be refused. */
export function unlessRefused(refused: Failure | null): { ok: true; value: null } | Failure {
  return refused ?? { ok: true, value: null }
}

export function csvReply<Answer>(value: Answer, name: string, text: CsvText): Reply<Answer> {
  return { ok: true, status: 200, value, csv: { name, text } }
}

export function fileReply(
  file: FileContent,
  more: { headers?: Record<string, string> } = {}
): Reply<string> {
  return { ok: true, status: 200, value: '', file, ...more }
}

export function downloadReply(
  download: Download,
  more: { status: 200 | 206; headers: Record<string, string> }
): Reply<string> {
  return { ok: true, value: '', download, ...more }
}

export function streamReply(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Reply<void> {
  return { ok: true, status: 200, value: undefined, stream }
}

export function failure(code: ErrorCode, more: Omit<Failure, 'ok' | 'code'> = {}): Failure {
  return { ok: false, code, ...more }
}
