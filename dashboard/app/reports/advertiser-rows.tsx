import type { Report, ReportRow } from '@mille/api/reports/endpoints.ts'
import { createBlockAdvertiserStores } from '@mille/stores/ad-units/block-advertiser.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import { useStore } from '@nanostores/react'
import { type ReactNode, Suspense, useState } from 'react'
import { blockPlaces } from '../ad-units/block-places.ts'
import { useSayBlocked } from '../ad-units/use-say-blocked.ts'
import { useStores } from '../page/app-context.tsx'
import { formatDate, formatRate } from '../page/formats.ts'
import { lazyPart } from '../page/loads/lazy-part.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { reportMessages } from './messages.ts'
import styles from './report.module.css'
import { type Figures, rowName } from './report-words.ts'

const messages = reportMessages.advertisers
const BlockDialog = lazyPart(async () => (await import('../ad-units/block-dialog.tsx')).BlockDialog)

type Advertiser = Report['data']['attributes']['advertisers'][number]

export type AdvertiserRowsProps = {
  advertisers: readonly Advertiser[]
  /** The sums of all rows, for the share of each. */
  total: Figures
  columns: readonly TableColumn<ReportRow>[]
  tableOf: (columns: readonly TableColumn<ReportRow>[]) => ReactNode
}

/** A table of advertisers, each with an ad, its share of the views, and a button that blocks it. */
export function AdvertiserRows({ advertisers, total, columns, tableOf }: AdvertiserRowsProps) {
  const stores = useStores(createBlockAdvertiserStores, null)
  const places = useStore(stores.$places)
  const problem = useStore(stores.$removeProblem)
  const [asked, setAsked] = useState<Advertiser | null>(null)
  const sayBlocked = useSayBlocked(stores)

  function ask(advertiser: Advertiser) {
    void stores.loadPlaces()
    setAsked(advertiser)
  }

  return (
    <>
      <ProblemNotice problem={problem} />
      <div className={styles.wideTable}>
        {tableOf(columnsWith(columns, advertisers, total, ask))}
      </div>
      {asked && (
        <Suspense fallback={null}>
          <BlockDialog
            stores={stores}
            what={{ id: asked.creative_id, attributes: asked }}
            usualKind="advertiser"
            places={blockPlaces(places.sites, places.units)}
            onClose={() => setAsked(null)}
            onBlocked={sayBlocked}
          />
        </Suspense>
      )}
    </>
  )
}

function columnsWith(
  columns: readonly TableColumn<ReportRow>[],
  advertisers: readonly Advertiser[],
  total: Figures,
  onBlock: (advertiser: Advertiser) => void
): TableColumn<ReportRow>[] {
  const known = new Map(advertisers.map(it => [it.key, it]))
  const share = {
    id: 'share',
    header: messages.share,
    align: 'end' as const,
    render: (row: Figures) => formatRate(row.viewable, total.viewable)
  }
  return [
    ...columns.flatMap(column => {
      if (column.id === 'viewable') return [column, share]
      if (!column.isRowHeader) return [column]
      const render = (row: ReportRow) => <NamedAd row={row} advertiser={known.get(row.key)} />
      return [{ ...column, render }]
    }),
    {
      id: 'since',
      header: messages.since,
      render: ({ key }) => {
        const since = known.get(key)?.seen_since
        return since ? <time dateTime={since}>{formatDate(since)}</time> : key !== '' && '–'
      }
    },
    {
      id: 'block',
      header: messages.block,
      isHeaderHidden: true,
      align: 'end',
      render: row => {
        const advertiser = known.get(row.key)
        if (!advertiser) return null
        return (
          <Button
            size="small"
            aria-label={messages.blockOne(rowName('advertiser', row))}
            onClick={() => onBlock(advertiser)}
          >
            {messages.block}
          </Button>
        )
      }
    }
  ]
}

/** The name of an advertiser, above the ad that was seen most often. */
function NamedAd({ row, advertiser }: { row: ReportRow; advertiser: Advertiser | undefined }) {
  const name = <bdi>{rowName('advertiser', row)}</bdi>
  if (!advertiser) return name
  const { picture, title, creative_id, ad_unit_id } = advertiser
  return (
    <div className={styles.namedAd}>
      {picture && <img src={picture.source} alt="" width={40} height={40} loading="lazy" />}
      <div>
        {name}
        <span className={styles.advertise}>
          <Link href={`/about-ad?creative=${creative_id}&unit=${ad_unit_id}`}>
            <bdi>{title}</bdi>
          </Link>
        </span>
      </div>
    </div>
  )
}
