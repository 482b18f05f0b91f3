import type { Books } from '@mille/api/books/endpoints.ts'
import type { PublisherTerms } from '@mille/api/earnings/endpoints.ts'
import { amountText } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { StatTile, StatTiles } from '@mille/ui/stat-tile/stat-tile.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import styles from './home.module.css'
import { homeLater as messages } from './later-messages.ts'

type HomeLaterProps = {
  /** Null if they could not be read. */
  totals: Books['totals'] | null
  terms: PublisherTerms | null
}

/** What publishers were paid, both sides of the network, and how it compares with others. */
export function HomeLater({ totals, terms }: HomeLaterProps) {
  return (
    <>
      {totals && <Paid totals={totals} />}
      <div className={styles.sides}>
        <Side {...messages.advertisers} />
        <Side {...messages.publishers} />
      </div>
      <section className={styles.offers}>
        <div>
          <h2>{messages.compare}</h2>
          <p className={styles.soft}>{messages.compareText}</p>
        </div>
        <Table
          caption={messages.compare}
          isCaptionHidden
          columns={columns}
          rows={comparison(terms)}
          rowKey={it => it.property}
        />
      </section>
    </>
  )
}

function Paid({ totals }: { totals: Books['totals'] }) {
  const amounts = (of: 'today' | 'last_30_days') =>
    totals.map(({ asset, publishers }) => (
      <Amount key={asset} units={BigInt(publishers[of])} asset={asset} />
    ))
  const [today, ...alsoToday] = amounts('today')
  const [month, ...alsoMonth] = amounts('last_30_days')
  return (
    <section className={styles.offers}>
      <div className={styles.heading}>
        <h2>{messages.paid}</h2>
        <Link href="/books">{messages.paidLink}</Link>
      </div>
      <StatTiles>
        <StatTile label={messages.paidToday} value={today} detail={alsoToday} />
        <StatTile label={messages.paidMonth} value={month} detail={alsoMonth} />
      </StatTiles>
    </section>
  )
}

type SideProps = { title: string; points: ReadonlyArray<readonly [name: string, text: string]> }

function Side({ title, points }: SideProps) {
  return (
    <section className={styles.side}>
      <h2>{title}</h2>
      <dl className={styles.points}>
        {points.map(([name, text]) => (
          <div key={name} className={styles.point}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Row = { property: string; own: string; aAds: string; ethicalAds: string }

const { networks, notFound } = messages
const columns: TableColumn<Row>[] = [
  { id: 'property', header: messages.property, isRowHeader: true, render: it => it.property },
  { id: 'own', header: networks.own, render: it => it.own },
  { id: 'aAds', header: networks.aAds, render: it => it.aAds },
  { id: 'ethicalAds', header: networks.ethicalAds, render: it => it.ethicalAds }
]

/** The network's own column comes from its settings; what is not known of it is left out. */
function comparison(terms: PublisherTerms | null): Row[] {
  const names = Object.keys(messages.rows) as (keyof typeof messages.rows)[]
  const own = ownFacts(terms)
  const of = (facts: Partial<Record<string, string>>, name: string) => facts[name] ?? notFound
  return names.flatMap(name => {
    const fact = own[name]
    if (fact === undefined) return []
    return [
      {
        property: messages.rows[name],
        own: fact,
        aAds: of(messages.aAds, name),
        ethicalAds: of(messages.ethicalAds, name)
      }
    ]
  })
}

function ownFacts(terms: PublisherTerms | null): Partial<Record<string, string>> {
  const { cookies, proof, source } = messages.own
  if (terms === null) return { cookies, proof, source }
  const minimum = terms.withdrawals.map(
    it => `${amountText(BigInt(it.minimum), it.asset === 'BTC' ? 'btc' : 'usd')} ${it.asset}`
  )
  return {
    fee: messages.own.fee(`${terms.fee_basis_points / 100}%`),
    minimum: minimum.join(` ${messages.or} `),
    time: messages.own.time(terms.review_hours.usual),
    cookies,
    proof,
    source
  }
}
