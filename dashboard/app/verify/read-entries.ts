const tileWidth = 256
/**
 * Maximum number of log entries to read in the browser. More would take minutes; the Python program verifies any log.
 */
const most = 500_000

/**
 * Reads the entries of this network's log synchronously, which a worker may do. Returns null for the log of another
 * network, or if the entries cannot be read.
 */
export function readEntries({
  origin,
  count
}: {
  origin: string
  count: number
}): Uint8Array | null {
  const isOurs = origin.startsWith(`${location.host}/log`)
  if (!isOurs || count > most) return null
  const tiles: Uint8Array[] = []
  for (let tile = 0; tile * tileWidth < count; tile++) {
    const width = Math.min(tileWidth, count - tile * tileWidth)
    const bytes = readTile(`${location.protocol}//${origin}`, tile, width)
    if (!bytes) return null
    tiles.push(bytes)
  }
  const whole = new Uint8Array(tiles.reduce((sum, it) => sum + it.length, 0))
  let at = 0
  for (const bytes of tiles) {
    whole.set(bytes, at)
    at += bytes.length
  }
  return whole
}

function readTile(log: string, tile: number, width: number): Uint8Array | null {
  const digits = String(tile)
  const name = digits
    .padStart(Math.ceil(digits.length / 3) * 3, '0')
    .replace(/\d{3}(?=\d)/g, 'x$&/')
  const request = new XMLHttpRequest()
  const part = width < tileWidth ? `.p/${width}` : ''
  request.open('GET', `${log}/tile/entries/${name}${part}`, false)
  request.responseType = 'arraybuffer'
  try {
    request.send()
  } catch {
    // The network is unreachable.
    return null
  }
  return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : null
}
