import { tileWidth } from './read-log.ts'

/** Resource of a log (C2SP tlog-tiles); `epoch` is null for the first epoch. */
export type LogResource = { epoch: string | null } & (
  | { kind: 'checkpoint' }
  | { kind: 'tile'; level: number; tile: number; width: number; isPartial: boolean }
  | { kind: 'entries'; tile: number; width: number; isPartial: boolean }
)

const path =
  /^\/log(?:\/(\d{14}))?\/(?:checkpoint|tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?)$/

/**
 * Parses the path of a log's resource; null for any other path. Each resource has a single path, so that caches keep
 * one copy.
 */
export function readLogPath(pathname: string): LogResource | null {
  const found = path.exec(pathname)
  if (!found) return null
  const [, epoch = null, level, number = '', partial] = found
  if (level === undefined) return { epoch, kind: 'checkpoint' }
  const isPartial = partial !== undefined
  const width = isPartial ? Number(partial) : tileWidth
  const tile = Number(number.replace(/\D/g, ''))
  if ((isPartial && width >= tileWidth) || tileNumber(tile) !== number) return null
  const place = { epoch, tile, width, isPartial }
  return level === 'entries'
    ? { ...place, kind: 'entries' }
    : { ...place, kind: 'tile', level: Number(level) }
}

/** Writes a tile number as a path: 1234067 becomes x001/x234/067. */
function tileNumber(tile: number): string {
  const parts = [String(tile % 1000).padStart(3, '0')]
  for (let rest = Math.floor(tile / 1000); rest > 0; rest = Math.floor(rest / 1000))
    parts.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  return parts.join('/')
}
