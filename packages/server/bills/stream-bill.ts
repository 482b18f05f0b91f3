/** From which byte on a file is wanted; null when all of it is, or when it is asked for in a way that we do not know. */
export function readRangeStart(range: string | null): number | null {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined || Number(start) === 0 ? null : Number(start)
}

/** Passes over the first bytes. */
export async function* skipBytes(
  pieces: AsyncIterable<Buffer<ArrayBuffer>>,
  count: number
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let left = count
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}

export async function countBytes(pieces: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  for await (const { length } of pieces) count += length
  return count
}

/** As fast as it is read. `onEnd` is called once, whichever side ends it; what fails on the way breaks the download off. */
export function streamOf(
  pieces: AsyncGenerator<Buffer<ArrayBuffer>>,
  onEnd: () => void
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await pieces.next()
        if (!next.done) return controller.enqueue(new Uint8Array(next.value))
        controller.close()
        onEnd()
      } catch (error) {
        onEnd()
        throw error
      }
    },
    async cancel() {
      onEnd()
      await pieces.return(undefined)
    }
  })
}
