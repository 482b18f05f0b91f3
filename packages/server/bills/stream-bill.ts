import type { FileHandle } from 'node:fs/promises'

const pieceBytes = 64 * 1024

/** From which byte on a file is wanted; null when all of it is, or when it is asked for in a way that we do not know. */
export function readRangeStart(range: string | null): number | null {
  const [, start] = /^bytes=(\d{1,15})-$/.exec(range ?? '') ?? []
  return start === undefined || Number(start) === 0 ? null : Number(start)
}

/** Sends a file as fast as it is read, and closes it. `onEnd` is called once, whichever side ends it. */
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
