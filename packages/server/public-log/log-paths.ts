import { tileWidth } from './read-log.ts'

/** A resource of a log (C2SP tlog-tiles); `epoch` names one that is not the first. */
export type LogResource = { epoch: string | null } & (
  | { kind: 'checkpoint' }
  | { kind: 'tile'; level: number; tile: number; width: number; isPartial: boolean }
  | { kind: 'entries'; tile: number; width: number; isPartial: boolean }
)

const path =
  /^\/log(?:\/(\d{14}))?\/(?:checkpoint|tile\/(entries|\d|[1-5]\d|6[0-3])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?)$/

/** Null for what no log has. There is one name for each resource, so that caches keep one copy. */
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

/** 1234067 is x001/x234/067. */
function tileNumber(tile: number): string {
  const parts = [String(tile % 1000).padStart(3, '0')]
  for (let rest = Math.floor(tile / 1000); rest > 0; rest = Math.floor(rest / 1000))
    parts.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  return parts.join('/')
}
