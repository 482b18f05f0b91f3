import type { Transport } from './transport.ts'

/** Listeners that are called with the fraction of a form that has been sent, from 0 to 1. */
export type UploadListeners = WeakMap<FormData, (fraction: number) => void>

/**
 * Creates a transport that sends forms by XMLHttpRequest, because `fetch` does not report upload progress. Other
 * requests go through `transport`.
 */
export function createUploadTransport(transport: Transport, listeners: UploadListeners): Transport {
  return (path, init) =>
    init.body instanceof FormData
      ? sendForm(path, init, init.body, listeners.get(init.body))
      : transport(path, init)
}

const timeoutMs = 120_000

function sendForm(
  path: string,
  init: RequestInit,
  form: FormData,
  onProgress?: (fraction: number) => void
) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', path)
    request.timeout = timeoutMs
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = event => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      const hasBody = request.status !== 204 && request.status !== 304
      resolve(new Response(hasBody ? request.responseText : null, { status: request.status }))
    }
    const fail = () => reject(new TypeError('The upload did not reach the server'))
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
