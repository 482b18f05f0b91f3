import { unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { chromium } from 'playwright'
import { buildCode } from '../../../packages/server/ad-units/code.ts'
import { browserLaunchOptions } from '../../../scripts/lib/browser.mjs'
import { steady } from '../../over-time.ts'
import { layoutShift } from '../embed-page.ts'
import { shiftCases, shiftPage } from '../shift-pages.ts'
import {
  bannerDecision,
  DeliveryStandIn,
  emptyDecision,
  HostSite,
  invitation,
  textDecision
} from '../stand-in.ts'
import type { Finding } from './table.ts'

const widths = [360, 768, 1280]

type Case = {
  prepare: (network: DeliveryStandIn) => void
  html: (network: DeliveryStandIn) => string
  /** Matches the URLs that never arrive. */
  blocked?: RegExp
}

/** Measures the layout shift (CLS) of pages with our snippets, in the engine that supports it. */
export async function measureShifts(): Promise<Finding> {
  const browser = await chromium.launch(browserLaunchOptions())
  const rows: string[][] = []
  let isGood = true
  for (const [name, { prepare, html, blocked }] of Object.entries(cases())) {
    const row = [name]
    for (const width of widths) {
      const network = new DeliveryStandIn()
      const site = new HostSite()
      await network.start()
      await site.start()
      network.scriptMs = 120
      network.dataMs = 150
      prepare(network)
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      if (blocked) await page.route(blocked, route => route.abort())
      site.pages.set('/', { html: html(network) })
      await page.goto(site.origin)
      await steady(() => network.requests.length, 1_000)
      const shift = await layoutShift(page)
      isGood &&= shift === 0
      row.push(shift.toFixed(3))
      await page.close()
      await site.stop()
      await network.stop()
    }
    process.stdout.write(`${row.join(', ')}\n`)
    rows.push(row)
  }
  await browser.close()
  const head = ['page', ...widths.map(it => `${it} px`)]
  return { name: 'layout shift', head, rows, isGood }
}

function cases(): Record<string, Case> {
  const widgets = Object.entries(shiftCases).map(([name, prepare]): [string, Case] => [
    `all widgets, ${name}`,
    { prepare, html: shiftPage, ...blockedIn(name) }
  ])
  const snippets = Object.entries(fills).map(([name, fill]): [string, Case] => [
    `the snippet in ${unitSizes.length} sizes, ${name}`,
    { prepare: fill, html: snippetPage, ...blockedIn(name) }
  ])
  return Object.fromEntries([...widgets, ...snippets])
}

function blockedIn(name: string): Pick<Case, 'blocked'> {
  if (name === 'blocked script') return { blocked: /\/embed\// }
  return name === 'blocked API' ? { blocked: /\/(serve|api)\// } : {}
}

/** Returns a page with the snippet of each size. The ID of each ad unit is the position of its size, from 1. */
function snippetPage({ origin }: DeliveryStandIn): string {
  const snippets = unitSizes.map((size, index) =>
    buildCode(
      { id: index + 1, user_id: 1, size, settings: { position: 'fixed' } },
      origin
    ).script.replaceAll('\n', '')
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>A page</title><p>Before</p>${snippets.map(it => `${it}<p>Between</p>`).join('\n')}</html>`
}

const each = (
  network: DeliveryStandIn,
  decide: (
    unit: string,
    size: (typeof unitSizes)[number]
  ) => Parameters<typeof network.decisions.set>[1]
) => {
  for (const [index, size] of unitSizes.entries())
    network.decisions.set(String(index + 1), decide(String(index + 1), size))
}
const fills: Record<string, (network: DeliveryStandIn) => void> = {
  'filled with text': network => each(network, (unit, size) => textDecision(unit, { size })),
  'filled with banners': network =>
    each(network, (unit, size) =>
      size === 'Adaptive' ? textDecision(unit, { size }) : bannerDecision(unit, size)
    ),
  'with invitations': network =>
    each(network, (unit, size) => emptyDecision(unit, 'no_campaign', { size, ...invitation })),
  'no fill': () => {},
  'blocked script': () => {},
  'blocked API': () => {}
}
