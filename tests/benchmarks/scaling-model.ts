/** Figures of one machine, from the tables of docs/performance.md. Microseconds are processor time on one processor. */
export type Constants = {
  /** Cost of a decision, and of a report, in a delivery node over HTTP. */
  decisionUs: number
  reportUs: number
  /** Cost of a report in the process that counts. */
  countUs: number
  /** Cost of a report in PostgreSQL, appended and counted. */
  databaseUs: number
  /** Cost of appending an event in PostgreSQL, which is part of `databaseUs`. */
  appendUs: number
  /** Cost of an event in the three servers of JetStream together. */
  clusterUs: number
  /** Events per second that the log accepts on one machine. */
  databaseLogPerSecond: number
  clusterLogPerSecond: number
}

/** Numbers of processes with one thread each, and of processors for the processes and their database. */
export type Deployment = {
  name: string
  nodes: number
  counters: number
  /** Processors of PostgreSQL alone, or of the one machine that runs everything. */
  processors: number
  isOneMachine: boolean
  /** Processors of each of JetStream's three servers; 0 if PostgreSQL keeps the log. */
  clusterProcessors: number
}

export type Limit = { part: string; adsPerSecond: number }

/** Reports per ad: each ad is reported as rendered, and six of ten are also reported as seen. */
const reportsOfAd = 1.6
/** Maximum share of time that a part can be busy and still run well. */
const busiest = 0.7
/** Ads in the busiest hour of a day, relative to any other hour. */
const peak = 2
const secondsOfDay = 86_400

/** Number of partitions of the log, each of which has one owner. */
const partitions = 16

/** Returns what limits a deployment, the lowest limit first. */
export function limitsOf(deployment: Deployment, constants: Constants): Limit[] {
  const { nodes, counters, processors, isOneMachine, clusterProcessors } = deployment
  const { decisionUs, reportUs, countUs, databaseUs, appendUs, clusterUs } = constants
  const isCluster = clusterProcessors > 0
  const ofNode = decisionUs + reportsOfAd * reportUs
  const ofCounter = reportsOfAd * countUs
  const ofDatabase = reportsOfAd * (isCluster ? Math.max(0, databaseUs - appendUs) : databaseUs)
  const adsOf = (threads: number, us: number) => (threads * busiest * 1e6) / us
  const log = isCluster ? constants.clusterLogPerSecond : constants.databaseLogPerSecond
  const limits = [
    {
      part: nodes === 1 ? 'the thread of the node' : 'the nodes',
      adsPerSecond: adsOf(nodes, ofNode)
    },
    {
      part: counters === 1 ? 'the thread that counts' : 'the counters',
      adsPerSecond: adsOf(Math.min(counters, partitions), ofCounter)
    },
    isOneMachine
      ? {
          part: 'the processors of the machine',
          adsPerSecond: adsOf(processors, ofNode + ofCounter + ofDatabase)
        }
      : { part: 'the processors of PostgreSQL', adsPerSecond: adsOf(processors, ofDatabase) },
    { part: 'what the log takes at once', adsPerSecond: (busiest * log) / reportsOfAd }
  ]
  if (isCluster)
    limits.push({
      part: 'the processors of JetStream',
      adsPerSecond: adsOf(3 * clusterProcessors, reportsOfAd * clusterUs)
    })
  return limits.sort((a, b) => a.adsPerSecond - b.adsPerSecond)
}

export const deployments: readonly Deployment[] = [
  {
    name: 'one machine of 2 processors with everything',
    nodes: 1,
    counters: 1,
    processors: 2,
    isOneMachine: true,
    clusterProcessors: 0
  },
  {
    name: 'ten delivery nodes, 2 processes that count, PostgreSQL with 8 processors',
    nodes: 10,
    counters: 2,
    processors: 8,
    isOneMachine: false,
    clusterProcessors: 0
  },
  {
    name: '40 delivery nodes, 8 processes that count, JetStream with 3 × 16 processors, PostgreSQL with 8',
    nodes: 40,
    counters: 8,
    processors: 8,
    isOneMachine: false,
    clusterProcessors: 16
  }
]

/** Returns the rows of the scaling table, without its header. */
export function scalingRows(constants: Constants): string[][] {
  return deployments.map(deployment => {
    const [first, second] = limitsOf(deployment, constants)
    const perSecond = first?.adsPerSecond ?? 0
    return [
      deployment.name,
      rounded(perSecond),
      `${rounded((perSecond * secondsOfDay) / peak / 1e6)} million`,
      first?.part ?? '',
      `${second?.part ?? ''}, at ${rounded(second?.adsPerSecond ?? 0)}`
    ]
  })
}

/** Rounds to two digits, since the third is not known. */
function rounded(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString('en')
}

/** Reads the constants from docs/performance.md, where the benchmarks write them. Throws if one is missing. */
export function readConstants(performance: string): Constants {
  const cellsOf = (name: string) => {
    const line = performance.split('\n').find(it => it.startsWith(`| ${name} |`))
    if (!line) throw new Error(`performance.md has no row “${name}”`)
    return line.split(' | ')
  }
  const numberAt = (name: string, column: number) => {
    const value = Number(/[\d.,]+/.exec(cellsOf(name)[column] ?? '')?.[0].replaceAll(',', ''))
    if (!(value > 0)) throw new Error(`performance.md has no figure of “${name}”`)
    return value
  }
  const postgres = 'PostgreSQL, 1 server'
  const cluster = 'JetStream, 3 servers, `sync_interval: always`'
  return {
    decisionUs: numberAt('processor time of a decision over HTTP', 1),
    reportUs: numberAt('processor time of a view in the node (floor: of a POST)', 1),
    countUs: numberAt('processor time of a view in the process that counts', 1),
    databaseUs: numberAt('processor time of a view in PostgreSQL, counting included', 1),
    appendUs: numberAt(postgres, 4),
    clusterUs: numberAt(cluster, 4),
    databaseLogPerSecond: numberAt(postgres, 1),
    clusterLogPerSecond: numberAt(cluster, 1)
  }
}
