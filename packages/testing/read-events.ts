export type ReadEvent = { event: string; id: string | null; data: unknown }
export type EventReader = {
  /** Returns the next matching event; throws if the stream ends or nothing arrives for five seconds. */
  next: (fits?: (event: ReadEvent) => boolean) => Promise<ReadEvent>
  /** Returns whether the stream has ended, waiting up to five seconds for its end. */
  ended: () => Promise<boolean>
  close: () => Promise<void>
}

const patienceMs = 5_000

/** Reads server-sent events from a response, as EventSource would. Comments are skipped. */
export function readEvents(response: Response): EventReader {
  if (!response.body) throw new Error(`no stream: status ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const waiting: ReadEvent[] = []
  let text = ''

  /** Reads more of the stream; returns false at its end. */
  async function fill(): Promise<boolean> {
    const { done, value } = await within(reader.read())
    if (done) return false
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parseEvent(block)
      if (event) waiting.push(event)
    }
    return true
  }

  return {
    async next(fits = () => true) {
      for (;;) {
        const event = waiting.shift()
        if (event && fits(event)) return event
        if (!event && !(await fill())) throw new Error('the stream has ended')
      }
    },
    async ended() {
      for (;;) if (!(await fill())) return true
    },
    close: () => reader.cancel()
  }
}

function parseEvent(block: string): ReadEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2))
  }
  const event = fields.get('event')
  if (event === undefined) return null
  return { event, id: fields.get('id') ?? null, data: JSON.parse(fields.get('data') ?? 'null') }
}

async function within<Value>(promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing came in time')), patienceMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
