import { createServer } from 'node:http'
import { hostPages, readHostPage } from './host-page.ts'

// Usage: npm run hosts -w embed -- <origin of a running network> <id of an ad unit>
const [network = 'http://localhost:3000', unit = '1'] = process.argv.slice(2)

const server = createServer((request, response) => {
  const name = hostPages.find(it => request.url === `/${it}`)
  response.setHeader('Content-Type', 'text/html;charset=utf-8')
  if (!name) return response.end(hostPages.map(it => `<p><a href="/${it}">${it}</a></p>`).join(''))
  return readHostPage(name, network, unit).then(
    text => response.end(text),
    error => response.writeHead(500).end(String(error))
  )
})

server.listen(Number(process.env.PORT ?? 3001), '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`Host pages on http://127.0.0.1:${port}, ads from ${network}\n`)
})
