import { addCampaign, addUnit } from '@mille/server/delivery/testing/network.ts'
import { createNodes, type Node, startProgram } from '@mille/server/delivery/testing/node.ts'
import { startNetwork } from '../faults/delivery-network.ts'
import { type Asked, takeVisitors } from './asked.ts'
import { getRequest, type Load, openLoad } from './delivery-load.ts'
import { costOf, type Measured, measure } from './measured.ts'
import { alternate, type Figure, median } from './rounds.ts'
import { measureViews } from './views.ts'

const rounds = 9
const perRound = 8000
const connections = 32

/** Measures decisions and acknowledged views per second, in turn with a server that does nothing. */
export async function run(): Promise<Figure[]> {
  const network = await startNetwork()
  try {
    const unit = await addUnit(network.db)
    for (let count = 0; count < 20; count++) await addCampaign(network.db)
    const path = `/serve/units/${unit.id}?width=300`
    // Browsers send the address of the page.
    const page = `https://blog-${unit.owner}.example`
    const node = await createNodes(network.connection, { TRUSTED_PROXIES: '1' })()
    const first = await openLoad(node.origin, 1)
    const sample = await first.send(takeVisitors(1).map(it => getRequest(path, it, page)))
    first.close()
    const bare = await startProgram(new URL('./delivery-bare.ts', import.meta.url), {
      ...process.env,
      BODY: sample[0]?.body ?? ''
    })
    const asked = { network, node, bare, path, page }
    try {
      return [...(await measureDecisions(asked)), ...(await measureViews(asked))]
    } finally {
      await node.kill()
      await bare.kill()
    }
  } finally {
    await network.stop()
  }
}

async function measureDecisions({ node, bare, path, page }: Asked): Promise<Figure[]> {
  const loads = {
    product: await openLoad(node.origin, connections),
    floor: await openLoad(bare.origin, connections)
  }
  const once = (server: Node, load: Load): Promise<Measured> => {
    const requests = takeVisitors(perRound).map(it => getRequest(path, it, page))
    return measure(load, requests, { server: server.pid })
  }
  const both = {
    product: () => once(node, loads.product),
    floor: () => once(bare, loads.floor)
  }
  // Warm-up rounds, until the code of both servers is compiled.
  await alternate(8, both)
  const all = await alternate(rounds, both)
  for (const load of Object.values(loads)) load.close()
  const of = (measured: Measured[], key: 'perSecond' | 'p99') => median(measured.map(it => it[key]))
  const rate = of(all.product, 'perSecond') / of(all.floor, 'perSecond')
  const cpu = { product: costOf(all.product, 'server'), floor: costOf(all.floor, 'server') }
  const p99 = of(all.product, 'p99') / of(all.floor, 'p99')
  return [
    {
      name: 'decisions over HTTP',
      value: of(all.product, 'perSecond'),
      unit: '/s',
      floor: of(all.floor, 'perSecond'),
      ratio: rate,
      target: 'ratio ≥ 0.75',
      holds: rate >= 0.75
    },
    {
      name: 'decisions over HTTP, p99',
      value: of(all.product, 'p99'),
      unit: 'ms',
      floor: of(all.floor, 'p99'),
      ratio: p99,
      target: 'ratio ≤ 3',
      holds: p99 <= 3
    },
    {
      name: 'processor time of a decision over HTTP',
      value: cpu.product,
      unit: 'µs',
      floor: cpu.floor,
      ratio: cpu.product / cpu.floor
    }
  ]
}
