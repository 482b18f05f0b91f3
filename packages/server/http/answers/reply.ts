import type { ErrorCode } from '@mille/api/errors.ts'

export type Failure = {
  ok: false
  code: ErrorCode
  /** What exactly is wrong, for the person who reads it. */
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

/** A text, or a stream of it for one that may be of any length. */
export type CsvText = string | ReadableStream<Uint8Array<ArrayBuffer>>

export type Reply<Answer> =
  | {
      ok: true
      status: number
      value: Answer
      headers?: Record<string, string>
      cookies?: string[]
      /** In place of the value: a table as comma-separated text, saved under that name. */
      csv?: { text: CsvText; name: string }
      /** In place of the value: a file to download, or one that we have drawn ourselves and may show. */
      file?: FileContent
      /** In place of the value: a file that is made while it is sent. */
      download?: Download
      /** In place of the value: server-sent events, for as long as both sides stay. */
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
