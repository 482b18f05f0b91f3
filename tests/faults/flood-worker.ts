import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Flood = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
  connections: number
}
export type FloodCounts = Record<string, number>

/**
 * Sends the same request repeatedly over many connections until it has to stop; then it reports how often each answer
 * came.
 */
const { url, method, headers, body, connections } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const counts: FloodCounts = {}
let isOver = false

function ask(): Promise<void> {
  return new Promise(done => {
    const count = (what: string | number) => {
      counts[what] = (counts[what] ?? 0) + 1
      done()
    }
    const sent = request(url, { method, headers, agent }, response => {
      response.resume()
      response.on('end', () => count(response.statusCode ?? 0))
      response.on('error', () => count('lost'))
    })
    sent.on('error', () => count('lost'))
    sent.end(body ?? undefined)
  })
}

parentPort?.once('message', () => {
  isOver = true
})
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (!isOver) await ask()
  })
)
agent.destroy()
parentPort?.postMessage(counts)
