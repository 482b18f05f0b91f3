import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Amount } from '../amount/amount.tsx'
import { Badge } from '../badge/badge.tsx'
import { Button } from '../button/button.tsx'
import { Card } from '../card/card.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { dark, inFrame, longText, rightToLeft } from '../shared/story-frame.tsx'
import { Sparkline } from '../sparkline/sparkline.tsx'
import { Table, type TableColumn, type TableProps } from './table.tsx'

type Campaign = {
  id: string
  name: string
  isActive: boolean
  views: number
  spentUnits: bigint
  course: number[]
}

const campaigns: Campaign[] = [
  {
    id: '1',
    name: 'Cold wallets, spring',
    isActive: true,
    views: 124_803,
    spentUnits: 1_250_000n,
    course: [3, 5, 4, 8, 9, 12, 14]
  },
  {
    id: '2',
    name: 'VPN for travelers',
    isActive: true,
    views: 88_120,
    spentUnits: 912_345n,
    course: [9, 8, 8, 7, 6, 7, 5]
  },
  {
    id: '3',
    name: 'Hosting paid in sats',
    isActive: false,
    views: 4_310,
    spentUnits: 40_000n,
    course: [1, 1, 2, 0, 0, 0, 0]
  }
]

const columns: TableColumn<Campaign>[] = [
  { id: 'name', header: 'Campaign', render: it => it.name },
  {
    id: 'state',
    header: 'Status',
    render: it =>
      it.isActive ? <Badge tone="positive">Active</Badge> : <Badge icon="pause">Paused</Badge>
  },
  {
    id: 'course',
    header: 'Last 7 days',
    render: it => <Sparkline values={it.course} label={`Views of ${it.name}`} />
  },
  {
    id: 'views',
    header: 'Views',
    align: 'end',
    isSortable: true,
    render: it => it.views.toLocaleString('en')
  },
  {
    id: 'spent',
    header: 'Spent',
    align: 'end',
    isSortable: true,
    render: it => <Amount units={it.spentUnits} asset="BTC" />
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    render: it => (
      <IconButton
        icon={it.isActive ? 'pause' : 'play'}
        label={`${it.isActive ? 'Pause' : 'Run'} ${it.name}`}
        size="small"
      />
    )
  }
]

const meta = preview.meta({
  title: 'Components/Table',
  component: Table<Campaign>,
  args: {
    caption: 'Campaigns',
    isCaptionHidden: true,
    columns,
    rows: campaigns,
    rowKey: (it: Campaign) => it.id
  },
  decorators: [inFrame('60rem')],
  render: (args: TableProps<Campaign>) => (
    <Card title="Campaigns" isFlush>
      <Table {...args} />
    </Card>
  )
})

export const Playground = meta.story({})
export const Sorted = meta.story({
  args: { sort: { columnId: 'views', direction: 'descending' }, onSort: fn() },
  async play({ args, canvas, userEvent }) {
    await expect(canvas.getByRole('columnheader', { name: 'Views' })).toHaveAttribute(
      'aria-sort',
      'descending'
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Views' }))
    await expect(args.onSort).toHaveBeenCalledWith({ columnId: 'views', direction: 'ascending' })
    await userEvent.click(canvas.getByRole('button', { name: 'Spent' }))
    await expect(args.onSort).toHaveBeenCalledWith({ columnId: 'spent', direction: 'descending' })
  }
})
export const WithSums = meta.story({
  args: {
    footer: { name: 'Together', views: '217,233', spent: <Amount units={2_202_345n} asset="BTC" /> }
  }
})
export const Loading = meta.story({ args: { rows: [], isLoading: true } })
export const LoadingMore = meta.story({ args: { isLoading: true, skeletonRows: 2 } })
export const Empty = meta.story({
  args: {
    rows: [],
    empty: (
      <EmptyState
        icon="chart"
        title="No campaigns yet"
        action={<Button variant="primary">Create campaign</Button>}
      >
        A campaign shows your ad on the sites you choose.
      </EmptyState>
    )
  }
})
export const Failed = meta.story({
  args: {
    rows: [],
    empty: (
      <EmptyState icon="alert" title="Campaigns did not load" action={<Button>Try again</Button>}>
        The server did not answer.
      </EmptyState>
    )
  }
})
export const LongText = meta.story({
  args: { rows: [{ ...campaigns[0], name: longText } as Campaign, ...campaigns.slice(1)] }
})
export const Cards = meta.story({
  args: { onSort: fn(), sort: { columnId: 'views', direction: 'descending' } },
  decorators: [inFrame('24rem')],
  async play({ canvasElement }) {
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  }
})
export const CardsLoading = Loading.extend({ decorators: [inFrame('24rem')] })
export const Dark = Sorted.extend(dark)
export const RightToLeft = Playground.extend(rightToLeft)
