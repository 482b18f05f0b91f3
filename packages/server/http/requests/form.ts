import busboy, { type BusboyInstance } from '@fastify/busboy'
import type { AnyEndpoint } from '@mille/api/endpoint.ts'
import { type Result, success } from '@mille/api/result.ts'
import { type Failure, failure } from '../answers/reply.ts'

const defaultFormBytes = 1_000_000
/** Maximum number of parts of a form: a file and some text fields. A list of ids may add `maxIds` parts. */
const maxParts = 5
const maxIds = 100
/** After this many bytes, the parser is checked for too many parts. */
const bytesAtOnce = 16_000
const limits = { files: 1, fieldSize: 1_000, headerPairs: 20, headerSize: 4_000 }

/** Returns the maximum size of a call's form, in bytes. */
export function formBytesOf({ formBytes }: Pick<AnyEndpoint, 'formBytes'>): number {
  return formBytes ?? defaultFormBytes
}

/**
 * Reads multipart form data as it arrives. Reading stops at the first byte or part beyond the limits, so that a body of
 * a hundred thousand tiny parts costs no more than one of five.
 *
 * @throws what reading the request throws, such as a lost connection.
 */
export async function readForm(
  request: Request,
  endpoint: AnyEndpoint
): Promise<Result<FormData, Omit<Failure, 'ok'>>> {
  const bytes = formBytesOf(endpoint)
  if (Number(request.headers.get('content-length') ?? 0) > bytes) return failure('body_too_large')
  const form = new FormData()
  const reader = openReader(request, endpoint, form)
  if (!reader) return failure('media_type_unsupported')
  return (await feed(request, reader, bytes)) ?? success(form)
}

type Reader = {
  busboy: BusboyInstance
  hasTooMany: () => boolean
  isOver: Promise<'read' | 'broken'>
}

/** Opens a form parser; null when the request is not declared as a form with a boundary. */
function openReader(request: Request, endpoint: AnyEndpoint, form: FormData): Reader | null {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type)) return null
  const takesIds = Object.values(endpoint.multipart ?? {}).includes('ids')
  const parts = takesIds ? maxParts + maxIds : maxParts
  const reader = busboy({ headers: { 'content-type': type }, limits: { ...limits, parts } })
  let hasTooMany = false
  const stop = () => {
    hasTooMany = true
  }
  reader.on('partsLimit', stop)
  reader.on('filesLimit', stop)
  reader.on('field', (name, value) => form.append(name, value))
  reader.on('file', (name, stream, fileName, _encoding, type) => {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => form.append(name, new File(chunks, fileName ?? '', { type })))
    // A file that breaks off also emits an error on the parser, which handles it.
    stream.on('error', () => {})
  })
  const isOver = new Promise<'read' | 'broken'>(resolve => {
    reader.on('finish', () => resolve('read'))
    reader.on('error', () => resolve('broken'))
  })
  return { busboy: reader, hasTooMany: () => hasTooMany, isOver }
}

/**
 * Feeds the request's body to the parser. Returns what is wrong with the form, or null once it has been read
 * completely.
 */
async function feed(
  request: Request,
  { busboy: reader, hasTooMany, isOver }: Reader,
  bytes: number
): Promise<Failure | null> {
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > bytes) return failure('body_too_large')
    for (let from = 0; from < chunk.byteLength; from += bytesAtOnce) {
      if (!reader.write(chunk.subarray(from, from + bytesAtOnce)))
        await Promise.race([isOver, new Promise(resolve => reader.once('drain', resolve))])
      if (hasTooMany()) return failure('invalid', { detail: 'The form contains too many parts.' })
    }
  }
  reader.end()
  if ((await isOver) === 'read') return null
  return failure('invalid', { detail: 'The form data cannot be read.' })
}

/** Returns the file in a form field, or an error message if there is none. */
export function readFormFile(
  form: FormData | null,
  name: string
): Result<File, { detail: string }> {
  const file = form?.get(name)
  if (file instanceof File && file.size > 0) return success(file)
  return { ok: false, detail: `The form does not contain a file named ${name}.` }
}
