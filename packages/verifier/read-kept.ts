import type { Json } from './canonical.ts'
import type { Source } from './lines.ts'
import { anyObject, integer, text } from './shapes.ts'

const headBytes = 200_000

/** Reads a bill's checkpoint, and the log size that it claims to continue, without verifying anything. */
export function readKept({ size, read }: Source): {
  checkpoint: string | null
  continues: number | null
} {
  try {
    const start = new TextDecoder().decode(read(0, Math.min(size, headBytes)))
    const [, second = '', third = ''] = start.split('\n')
    const line = anyObject(JSON.parse(second) as Json)
    const checkpoint = text(line.note)
    if (!third.includes('"kind":"consistency"')) return { checkpoint, continues: null }
    return { checkpoint, continues: integer(anyObject(JSON.parse(third) as Json).from) }
  } catch {
    // The file is not a bill; verifying it reports that.
    return { checkpoint: null, continues: null }
  }
}
