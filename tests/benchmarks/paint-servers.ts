import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import { setWords } from '@mille/api/delivery/typeset.ts'
import sharp from 'sharp'
import { bannerDecision, textDecision } from '../embed/stand-in.ts'

/** Time that either network takes to choose an ad, in milliseconds. */
const decisionMs = 30
const compressed = new Map<string, Buffer>()

export type PaintServers = { network: string; site: string; stop: () => Promise<void> }

/**
 * Starts one network that serves both clients in the same way, compressed and from one origin, and a publisher's pages
 * on another origin. `peers` are the scripts of the other networks' clients.
 */
export async function startPaintServers(
  pages: (network: string) => Readonly<Record<string, string>>,
  peers: { ethicalads: string | null; sentry: string | null }
): Promise<PaintServers> {
  const picture = await makePicture()
  const inline = picture.toString('base64')
  const network = createServer((request, response) => void answer(request, response))
  const origin = await listen(network)
  const shown = pages(origin)
  const site = createServer((request, response) =>
    send(response, 'text/html;charset=utf-8', shown[request.url?.slice(1) ?? ''] ?? '')
  )
  const ethicalAds = peers.ethicalads
    ?.replaceAll('https://server.ethicalads.io/api/v1', `${origin}/peer`)
    .replaceAll('https://media.ethicalads.io/abp', `${origin}/media`)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (pathname.startsWith('/embed/'))
      return send(response, 'text/javascript', await readEmbed(pathname))
    if (pathname === '/ethicalads.js') return send(response, 'text/javascript', ethicalAds ?? '')
    if (pathname === '/sentry.js') return send(response, 'text/javascript', peers.sentry ?? '')
    if (pathname.startsWith('/media/'))
      return void response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture)
    if (request.method === 'POST') return void response.writeHead(204).end()
    await sleep(decisionMs)
    response.setHeader('Cache-Control', 'no-store')
    if (pathname.startsWith('/serve/units/'))
      return send(
        response,
        'application/json',
        JSON.stringify(setWords(decisionOf(pathname, origin, inline), saidOf(searchParams)))
      )
    send(response, 'text/javascript', peerDecision(origin, searchParams))
  }

  return {
    network: origin,
    site: await listen(site),
    async stop() {
      await close(network)
      await close(site)
    }
  }
}

async function readEmbed(pathname: string): Promise<string> {
  const file = new URL(`../../embed/dist/${pathname.slice('/embed/'.length)}`, import.meta.url)
  return readFile(file, 'utf8')
}

/**
 * Answers with a decision that includes the picture, as the network does once a picture of this weight is in memory.
 */
function decisionOf(pathname: string, origin: string, picture: string): Decision {
  if (pathname.endsWith('/1')) return textDecision('1')
  const decision = bannerDecision('2', '300x250')
  if (decision.filled && decision.creative.kind === 'banner')
    Object.assign(decision.creative, { source: `${origin}/media/banner`, picture })
  return decision
}

function saidOf(asked: URLSearchParams): { width: number; height: number } {
  return { width: Number(asked.get('width')), height: Number(asked.get('height')) }
}

/**
 * Builds the answer of the other network, based on its documentation. The words and the picture are those of our ad.
 */
function peerDecision(origin: string, asked: URLSearchParams): string {
  const link = `<a href="${origin}/click" rel="nofollow noopener sponsored" target="_blank">`
  const words = `<div class="ea-text">${link}<strong>Cold storage that you can read:</strong> <span>An open-source signer with a screen large enough for a whole transaction.</span></a></div>`
  const isImage = asked.get('ad_types')?.startsWith('image')
  const picture = isImage ? `${link}<img src="${origin}/media/banner"></a>` : ''
  const html = `<div class="ea-placement"><div class="ea-content">${picture}${words}</div><div class="ea-callout"><a href="https://www.ethicalads.io/">Ads by EthicalAds</a></div></div>`
  const body = { id: '1', html, link: `${origin}/click`, view_url: `${origin}/media/view` }
  return `${asked.get('callback')}(${JSON.stringify(body)});`
}

/** Creates a picture with the weight of a usual banner of this size. */
async function makePicture(): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: 300 * 250 * 3 }, (_, at) => ((at * 31) % 251) ^ (at >> 9))
  )
  const raw = { width: 300, height: 250, channels: 3 } as const
  return sharp(pixels, { raw }).png({ palette: true, colors: 16 }).toBuffer()
}

function send(response: ServerResponse, type: string, text: string): void {
  const body = compressed.get(text) ?? brotliCompressSync(text)
  if (text.length > 2_000) compressed.set(text, body)
  response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'br' }).end(body)
}

function listen(server: Server): Promise<string> {
  return new Promise(resolve =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    )
  )
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(resolve))
}
