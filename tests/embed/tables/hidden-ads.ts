import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, engines } from '../../engines/engine.ts'
import { DeliveryStandIn, HostSite, textDecision } from '../stand-in.ts'
import { type EngineName, type Outcome, type Treatment, treatments } from './hiding-ways.ts'
import type { Finding } from './table.ts'

const patienceMs = 20_000
/** Maximum delay in a busy browser, in milliseconds. A view is normally reported after a second. */
const lateMs = 2_000

const words: Record<Outcome, string> = {
  'no view': 'no view',
  covered: 'paid, said to be covered',
  shrunken: 'paid, said to be shrunken',
  viewed: 'paid'
}

/** Tests what each browser engine reports of ads that a page hides, and of ads on honest pages. */
export async function tryHiddenAds(): Promise<Finding> {
  const network = new DeliveryStandIn()
  const site = new HostSite()
  await network.start()
  await site.start()
  for (const unit of ['1', '2', 'control'])
    network.decisions.set(unit, textDecision(unit, { size: '300x250' }))
  const rows = new Map(treatments.map(({ what, kind }) => [what, [kind, what]]))
  let isGood = true
  for (const [name, start] of Object.entries(engines)) {
    const engine = await start()
    try {
      for (const treatment of treatments) {
        const outcome = await outcomeOf({ engine, network, site }, treatment)
        const isExpected = outcome === expectedOf(treatment, name as EngineName)
        process.stdout.write(
          `${name}, ${treatment.what}: ${outcome}${isExpected ? '' : ' (new)'}\n`
        )
        isGood &&= isExpected && !(treatment.kind === 'honest' && outcome === 'no view')
        rows.get(treatment.what)?.push(words[outcome])
      }
    } finally {
      await engine.stop()
    }
  }
  await site.stop()
  await network.stop()
  const head = ['', 'what the page does', ...Object.keys(engines)]
  return { name: 'hidden ads', head, rows: [...rows.values()], isGood }
}

function expectedOf({ expected }: Treatment, engine: EngineName): Outcome {
  return typeof expected === 'string' ? expected : expected[engine]
}

type Places = { engine: Engine; network: DeliveryStandIn; site: HostSite }

/**
 * Returns what is reported of an ad. An unchanged control ad is in a frame beside it: once the control has been seen,
 * the ad has had as much time.
 */
async function outcomeOf({ engine, network, site }: Places, { html }: Treatment): Promise<Outcome> {
  const page = (body: string) => ({
    html: `<!doctype html><meta charset="utf-8"><title>A page</title><style>body { margin: 0 }</style>
      <script type="module" src="${network.origin}/embed/v1/ad.js"></script>${body}`
  })
  const style = 'border:0;position:absolute;top:0;left:600px;z-index:99'
  const control = `<iframe src="/control" width="300" height="250" style="${style}"></iframe>`
  site.pages.set('/page', page(`${html}${control}`))
  for (const [path, unit] of Object.entries({
    '/frame': '1',
    '/other': '2',
    '/control': 'control'
  }))
    site.pages.set(path, page(`<mille-ad unit="${unit}" size="300x250"></mille-ad>`))
  network.seen.length = 0
  await engine.open(`${site.origin}/page`)
  const viewOf = (unit: string) =>
    network.seen.find(it => it.kind === 'viewable' && it.token === `token-of-${unit}`)
  // Under a modal dialog, the control ad is covered too, and its view is still reported.
  for (const late = Date.now() + patienceMs; !viewOf('control') && Date.now() < late; )
    await sleep(100)
  if (!viewOf('control')) throw new Error('the ad to compare with was not seen')
  if (!viewOf('1')) await sleep(lateMs)
  const view = viewOf('1')
  if (!view) return 'no view'
  if (view.isVisible === false) return 'covered'
  return (view.pixels ?? 0) * 10 < 300 * 250 ? 'shrunken' : 'viewed'
}
