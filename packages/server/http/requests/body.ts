export type BodyResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: 'body_too_large' | 'malformed_json' }

/** Reads at most `limit` bytes. A body whose declared length is greater is refused before any of it is read. */
export async function readBody(
  request: Request,
  limit: number
): Promise<BodyResult<Uint8Array<ArrayBuffer>>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) return { ok: false, code: 'body_too_large' }
  if (!request.body) return { ok: true, value: new Uint8Array() }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return { ok: false, code: 'body_too_large' }
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return { ok: true, value: bytes }
}

/**
 * Maximum nesting depth. No valid document is nested deeper, and code that walks deeper values would run out of stack.
 */
const deepest = 32

/** Parses JSON in valid UTF-8. */
export function parseJson(bytes: Uint8Array): BodyResult<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > deepest) return { ok: false, code: 'malformed_json' }
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, code: 'malformed_json' }
  }
}

/** Returns the maximum depth of nested arrays and objects, in one pass over the characters. */
function depthOf(text: string): number {
  let depth = 0
  let max = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]
    if (isInString) {
      if (mark === '\\') at++
      else if (mark === '"') isInString = false
    } else if (mark === '"') isInString = true
    else if (mark === '[' || mark === '{') max = Math.max(max, ++depth)
    else if (mark === ']' || mark === '}') depth--
  }
  return max
}

/** Whether the content type is `application/json;charset=utf-8`, as the API requires; case and spaces are ignored. */
export function isJsonType(contentType: string | null): boolean {
  return /^application\/json\s*;\s*charset=("?)utf-8\1\s*$/i.test(contentType ?? '')
}
