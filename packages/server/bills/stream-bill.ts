import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 64 * 1024

/**
 * Returns the first requested byte of a range. Returns null if the whole file is requested, or for a kind of range that
 * is not supported.
 */
export function readRangeStart(range: string | null): number | null {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined || Number(start) === 0 ? null : Number(start)
}

/**
 * Streams a file as fast as the client reads, and closes it. `onEnd` is called once, whichever side ends the stream.
 */
export function streamOf(
  file: FileHandle,
  start: number,
  onEnd: (error: Error | null) => void
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = start
  const end = async (error: Error | null) => {
    onEnd(error)
    await file.close()
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = new Uint8Array(pieceBytes)
        const { bytesRead } = await file.read(piece, 0, pieceBytes, position)
        position += bytesRead
        if (bytesRead > 0) return controller.enqueue(piece.subarray(0, bytesRead))
        controller.close()
        await end(null)
      } catch (error) {
        await end(error as Error)
        throw error
      }
    },
    cancel: () => end(null)
  })
}
