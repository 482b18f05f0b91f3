import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'

type Respond = (url: URL, outgoing: ServerResponse) => unknown

export type LnurlServer = {
  /** The host of its Lightning Addresses, with a port. */
  host: string
  /** The paths that were requested, with their queries. */
  asked: string[]
  /** Replaces what it answers. */
  respond: (respond: Respond) => void
  close: () => void
}

/** Serves HTTPS on this machine, with a certificate that this process accepts from now on. */
export async function startLnurlServer(): Promise<LnurlServer> {
  let respond: Respond = (_, outgoing) => outgoing.writeHead(404).end()
  const asked: string[] = []
  const files = await makeCertificate()
  trust(files.cert)
  const server = createServer(files, (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    asked.push(path)
    void respond(new URL(path, `https://${incoming.headers.host}`), outgoing)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    asked,
    respond(next) {
      respond = next
    },
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}

/** Accepts a certificate beside the usual ones. Node 20 has no call for that, but makes every context by this function. */
function trust(certificate: string): void {
  const { createSecureContext } = tls
  tls.createSecureContext = options => {
    const made = createSecureContext(options)
    made.context.addCACert(certificate)
    return made
  }
}

async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'mille-lnurl-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-nodes', '-days', '2', '-keyout', key, '-out', cert]
  try {
    await promisify(execFile)('openssl', [...made, ...named, ...files])
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
