import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import { browserLaunchOptions } from '../../../scripts/lib/browser.mjs'
import { steady } from '../../over-time.ts'
import { bannerDecision, DeliveryStandIn, HostSite, offers, textDecision } from '../stand-in.ts'
import type { Finding } from './table.ts'

const dist = new URL('../../../embed/dist/', import.meta.url)

type Page = { script: string; body: string; maxBytes: number }

/** Pages whose requests are counted until they end, with the maximum number of script bytes for each. */
const pages: Record<string, Page> = {
  'a text ad, its own script': { script: 'ad', body: ad('text'), maxBytes: 3_000 },
  'a text ad, by the loader': { script: 'mille', body: ad('text'), maxBytes: 4_000 },
  'a banner': { script: 'ad', body: ad('banner'), maxBytes: 3_000 },
  'a marketplace': {
    script: 'mille',
    body: '<mille-marketplace></mille-marketplace>',
    maxBytes: 13_200
  },
  'an announcement, none current': {
    script: 'mille',
    body: '<mille-announcement></mille-announcement>',
    maxBytes: 2_000
  },
  'a closed chat': { script: 'mille', body: '<mille-chat></mille-chat>', maxBytes: 4_000 },
  'a login that nobody opened': {
    script: 'mille',
    body: '<mille-login></mille-login>',
    maxBytes: 3_000
  },
  'feedback for nobody': {
    script: 'mille',
    body: '<mille-feedback></mille-feedback>',
    maxBytes: 3_000
  }
}

function ad(unit: string): string {
  return `<mille-ad unit="${unit}" size="300x250"></mille-ad>`
}

export async function countLoads(): Promise<Finding> {
  const browser = await chromium.launch(browserLaunchOptions())
  const network = new DeliveryStandIn()
  const site = new HostSite()
  await network.start()
  await site.start()
  network.offers = offers(3)
  network.decisions.set('text', textDecision('text'))
  network.decisions.set('banner', bannerDecision('banner', '300x250'))
  const rows: string[][] = []
  let isGood = true
  for (const [name, { script, body, maxBytes }] of Object.entries(pages)) {
    network.requests.length = 0
    site.pages.set('/', {
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
        <script type="module" src="${network.origin}/embed/v1/${script}.js"></script>${body}</html>`
    })
    const page = await browser.newPage()
    await page.goto(site.origin)
    // A view is reported after the ad was visible for a second.
    await steady(() => network.requests.length, 2_000)
    await page.close()
    const asked = network.requests.filter(it => it.method !== 'OPTIONS')
    const scripts = asked.filter(it => it.path.endsWith('.js')).map(it => it.path)
    const bytes = scripts.reduce((sum, path) => sum + brotliBytes(path), 0)
    isGood &&= bytes <= maxBytes
    const row = [name, asked.length, scripts.length, bytes, maxBytes].map(String)
    process.stdout.write(`${row.join(', ')}\n`)
    rows.push(row)
  }
  await site.stop()
  await network.stop()
  await browser.close()
  const head = ['page', 'requests', 'scripts', 'bytes of scripts (brotli)', 'at most']
  return { name: 'loads', head, rows, isGood }
}

function brotliBytes(path: string): number {
  return brotliCompressSync(readFileSync(new URL(path.slice('/embed/'.length), dist))).length
}
