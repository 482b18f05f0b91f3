import type { AdUnit, HouseAd } from '@mille/api/ad-units/endpoints.ts'
import { createHouseAdStores, sharesOf } from '@mille/stores/ad-units/house-ads.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { ConfirmDialog } from '../page/notices/confirm-dialog.tsx'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { HouseAdDialog } from './house-ad-dialog.tsx'
import { houseAdMessages as messages } from './house-ad-messages.ts'

export type HouseAdsCardProps = {
  unit: AdUnit
  loaded: readonly HouseAd[]
  /** The current time, in milliseconds since 1970, for which the shares are shown. */
  nowMs: number
}

/** The owner's house ads, which a unit shows while no campaign fits it. */
export function HouseAdsCard({ unit, loaded, nowMs }: HouseAdsCardProps) {
  const api = useApi()
  // Created once, like the neighboring forms, because the page reloads its data after other changes.
  const [stores] = useState(() => createHouseAdStores(api, { unitId: unit.id, loaded }))
  const ads = useStore(stores.$ads)
  const isWorking = useStore(stores.$isWorking)
  const problem = useStore(stores.$removeProblem)
  const [edited, setEdited] = useState<{ ad: HouseAd | null } | null>(null)
  const [removed, setRemoved] = useState<HouseAd | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const toast = useToast()
  const shares = sharesOf(ads, nowMs)
  const rows = ads.map((ad, index) => ({ ad, share: shares[index] ?? null }))

  async function remove(ad: HouseAd) {
    const isDone = await stores.remove(ad)
    setRemoved(null)
    if (!isDone) return
    toast.show({ title: messages.removed })
    // When a row is removed, its button loses the focus, so the list takes it.
    list.current?.focus()
  }

  return (
    <Card
      title={messages.title}
      description={messages.text}
      actions={
        <Button icon="plus" size="small" onClick={() => setEdited({ ad: null })}>
          {messages.add}
        </Button>
      }
      isFlush
    >
      <ProblemNotice problem={problem} />
      <section ref={list} tabIndex={-1} aria-label={messages.title}>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columnsFor(ad => setEdited({ ad }), setRemoved)}
          rows={rows}
          rowKey={row => row.ad.id}
          empty={<EmptyState title={messages.emptyTitle}>{messages.emptyText}</EmptyState>}
        />
      </section>
      {edited && (
        <HouseAdDialog
          stores={stores}
          unitSize={unit.attributes.size}
          ad={edited.ad}
          onClose={() => setEdited(null)}
          onSaved={() => toast.show({ title: messages.saved })}
        />
      )}
      {removed && (
        <ConfirmDialog
          isOpen
          onClose={() => setRemoved(null)}
          title={messages.removeTitle}
          action={messages.remove}
          isWorking={isWorking}
          onConfirm={() => remove(removed)}
        >
          <p>{messages.removeText(removed.attributes.text)}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}

type Row = { ad: HouseAd; share: number | null }

function columnsFor(
  onEdit: (ad: HouseAd) => void,
  onRemove: (ad: HouseAd) => void
): TableColumn<Row>[] {
  const { columns } = messages
  return [
    {
      id: 'ad',
      header: columns.ad,
      isRowHeader: true,
      render: ({ ad: { attributes } }) => (
        <>
          <bdi>{attributes.text}</bdi>
          <br />
          <bdi dir="ltr" className={`${layout.soft} ${layout.small}`}>
            {attributes.link}
          </bdi>
          {attributes.banners.length > 0 && (
            <span className={`${layout.soft} ${layout.small}`}>
              <br />
              {messages.bannerCount(attributes.banners.length)}
            </span>
          )}
        </>
      )
    },
    {
      id: 'share',
      header: columns.share,
      align: 'end',
      render: ({ ad, share }) => (
        <>
          {share === null ? messages.notRunning : shareText(share)}
          <br />
          <span className={`${layout.soft} ${layout.small}`}>
            {messages.weightOf(ad.attributes.weight)}
          </span>
        </>
      )
    },
    { id: 'dates', header: columns.dates, render: ({ ad }) => datesText(ad) },
    {
      id: 'actions',
      header: columns.actions,
      isHeaderHidden: true,
      buttons: 2,
      align: 'end',
      render: ({ ad }) => (
        <span className={layout.row}>
          <Button
            size="small"
            aria-label={messages.editOne(ad.attributes.text)}
            onClick={() => onEdit(ad)}
          >
            {messages.edit}
          </Button>
          <Button
            size="small"
            aria-label={messages.removeOne(ad.attributes.text)}
            onClick={() => onRemove(ad)}
          >
            {messages.remove}
          </Button>
        </span>
      )
    }
  ]
}

/** Formats a share as a percentage. A small share is `<1%`, because 0% would mean never. */
function shareText(share: number): string {
  return share < 0.01 ? '<1%' : `${Math.round(share * 100)}%`
}

function datesText({ attributes: { starts_at, ends_at } }: HouseAd): string {
  if (starts_at === null && ends_at === null) return messages.always
  if (ends_at === null) return messages.from(formatMoment(starts_at ?? ''))
  if (starts_at === null) return messages.until(formatMoment(ends_at))
  return `${formatMoment(starts_at)} – ${formatMoment(ends_at)}`
}
