import { createServer, type Server } from 'node:http'
import { freePort } from '@mille/testing/free-port.ts'

/** A publisher's page on its own origin; `body` and `head` are what was pasted into it. */
export type PublisherPage = { url: string; head: string; body: string; stop: () => Promise<void> }

export async function startPublisherPage(): Promise<PublisherPage> {
  const port = await freePort()
  const page: PublisherPage = {
    url: `http://localhost:${port}/`,
    head: '',
    body: '',
    stop: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
  const server: Server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    // The address of a preview has a parameter.
    if (request.url?.split('?')[0] !== '/')
      return void response.end('<!doctype html><title>Landed</title><h1>Welcome, visitor</h1>')
    response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>My page</title>${page.head}</head><body><h1>My page</h1>${page.body}<p>Words.</p></body></html>`
    )
  })
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  return page
}
