import { once } from 'node:events'
import { connect } from 'node:net'

export type Reply = number | Buffer | null | Reply[]
export type Valkey = {
  send: (command: readonly (string | Buffer)[]) => Promise<Reply>
  isOpen: () => boolean
  close: () => void
}

/** Implements just enough of RESP 2 to append and read. Answers come in the order of the commands. */
export async function connectValkey(port: number): Promise<Valkey> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  await once(socket, 'connect')
  const waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void }[] = []
  let rest = Buffer.alloc(0)
  let isOpen = true
  socket.on('data', chunk => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const read = readReply(rest, 0)
      if (!read) return
      rest = rest.subarray(read.end)
      const next = waiting.shift()
      if (read.error === undefined) next?.resolve(read.reply)
      else next?.reject(new Error(read.error))
    }
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isOpen = false
    for (const it of waiting.splice(0)) it.reject(new Error('the connection was closed'))
  })
  return {
    send: command =>
      new Promise((resolve, reject) => {
        if (!isOpen) return reject(new Error('the connection is closed'))
        waiting.push({ resolve, reject })
        const parts = command.map(it => Buffer.from(it))
        const pieces = parts.flatMap(it => [Buffer.from(`$${it.length}\r\n`), it, lineEnd])
        socket.write(Buffer.concat([Buffer.from(`*${parts.length}\r\n`), ...pieces]))
      }),
    isOpen: () => isOpen,
    close: () => socket.destroy()
  }
}

const lineEnd = Buffer.from('\r\n')

type Read = { reply: Reply; error?: string; end: number }

/** Reads one reply. Returns null if a part of it has not arrived yet. */
function readReply(bytes: Buffer, start: number): Read | null {
  const line = bytes.indexOf(lineEnd, start)
  if (line < 0) return null
  const text = bytes.toString('latin1', start + 1, line)
  const after = line + 2
  const kind = String.fromCharCode(bytes[start] ?? 0)
  if (kind === '-') return { reply: null, error: text, end: after }
  if (kind === ':') return { reply: Number(text), end: after }
  if (kind === '+') return { reply: Buffer.from(text), end: after }
  const count = Number(text)
  if (count < 0) return { reply: null, end: after }
  if (kind === '$') {
    const end = after + count
    return bytes.length < end + 2 ? null : { reply: bytes.subarray(after, end), end: end + 2 }
  }
  const replies: Reply[] = []
  let end = after
  for (let index = 0; index < count; index++) {
    const read = readReply(bytes, end)
    if (!read) return null
    replies.push(read.reply)
    end = read.end
  }
  return { reply: replies, end }
}
