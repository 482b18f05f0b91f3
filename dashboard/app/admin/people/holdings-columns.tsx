import type { Holdings } from '@mille/api/admin/endpoints.ts'
import type { Asset } from '@mille/money/amount.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Badge } from '@mille/ui/badge/badge.tsx'
import type { TableColumn } from '@mille/ui/table/table.tsx'
import type { ReactNode } from 'react'
import { reasonLabels } from '../../about-ad/messages.ts'
import { siteStates } from '../../ad-units/messages.ts'
import { CampaignBadge } from '../../campaigns/campaign-badge.tsx'
import { operationStates, withdrawMessages } from '../../finances/messages.ts'
import { formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { OrderBadge } from '../../publication-orders/order-badge.tsx'
import { StaffLink } from '../staff-link.tsx'
import { holdingsMessages as messages } from './holdings-messages.ts'

type Attributes = Holdings['attributes']
type Row<Part extends Exclude<keyof Attributes, 'has_chat' | 'trust'>> =
  Attributes[Part]['items'][number]
type Columns<Part extends Exclude<keyof Attributes, 'has_chat' | 'trust'>> = readonly TableColumn<
  Row<Part>
>[]

/** Operators cannot open an account's own pages, so names link to the network's report. */
const reportOf = (what: 'campaign' | 'site' | 'ad_unit', id: string) =>
  `/reports?side=network&${what}=${id}`

function named<Row>(render: (row: Row) => ReactNode): TableColumn<Row> {
  return { id: 'name', header: messages.name, isRowHeader: true, render }
}
function state<Row>(render: (row: Row) => ReactNode): TableColumn<Row> {
  return { id: 'state', header: messages.state, render }
}
const amountOf = {
  id: 'amount',
  header: messages.amount,
  align: 'end',
  isAmount: true,
  render: ({ amount, asset }: { amount: string; asset: Asset | null }) =>
    asset === null ? messages.otherToken : <Amount units={BigInt(amount)} asset={asset} />
} as const
const earnedOf = {
  id: 'earned',
  header: messages.earned,
  align: 'end',
  isAmount: true,
  render: ({ earned }: Pick<Row<'sites'>, 'earned'>) => <Amounts amounts={earned} />
} as const
const when = {
  id: 'when',
  header: messages.when,
  isRowHeader: true,
  render: ({ at }: { at: string }) => <time dateTime={at}>{formatMoment(at)}</time>
} as const
const whenBeside = { ...when, isRowHeader: false } as const

const campaigns: Columns<'campaigns'> = [
  named(({ id, name }: Row<'campaigns'>) => (
    <StaffLink href={reportOf('campaign', id)}>
      {name === '' ? messages.untitled(id) : name}
    </StaffLink>
  )),
  state(({ state }: Row<'campaigns'>) => <CampaignBadge status={state} />),
  {
    id: 'spent',
    header: messages.spent,
    align: 'end',
    isAmount: true,
    render: ({ spent, asset }) => <Amount units={BigInt(spent)} asset={asset} />
  }
]

const sites: Columns<'sites'> = [
  named(({ id, domain_name }: Row<'sites'>) => (
    <StaffLink href={reportOf('site', id)}>{domain_name}</StaffLink>
  )),
  state(({ state }: Row<'sites'>) => (
    <Badge tone={siteStates[state].tone}>{siteStates[state].label}</Badge>
  )),
  earnedOf
]

const adUnits: Columns<'ad_units'> = [
  named(({ id, name }: Row<'ad_units'>) => (
    <StaffLink href={reportOf('ad_unit', id)}>{name}</StaffLink>
  )),
  state(({ state }: Row<'ad_units'>) => (
    <Badge tone={state === 'active' ? 'positive' : 'neutral'}>{messages.unitStates[state]}</Badge>
  )),
  earnedOf
]

const deposits: Columns<'deposits'> = [
  when,
  state(({ state }: Row<'deposits'>) => (
    <Badge tone={operationStates[state].tone}>{operationStates[state].label}</Badge>
  )),
  amountOf
]

const withdrawals: Columns<'withdrawals'> = [
  when,
  state(({ state }: Row<'withdrawals'>) =>
    state === 'requested' ? (
      <StaffLink href="/admin/payouts">{withdrawMessages.states[state]}</StaffLink>
    ) : (
      withdrawMessages.states[state]
    )
  ),
  amountOf
]

const orders: Columns<'orders'> = [
  named(({ id, name, state }: Row<'orders'>) =>
    state === 'disputed' ? <StaffLink href={`/admin/disputes/${id}`}>{name}</StaffLink> : name
  ),
  { id: 'side', header: messages.side, render: ({ side }) => messages.sides[side] },
  state(({ state }: Row<'orders'>) => <OrderBadge state={state} />),
  whenBeside,
  amountOf
]

const reports: Columns<'reports'> = [
  {
    id: 'reason',
    header: messages.reason,
    isRowHeader: true,
    render: ({ reason }) => reasonLabels[reason]
  },
  {
    id: 'campaign',
    header: messages.campaign,
    render: ({ campaign_id: id }) => (
      <StaffLink href={reportOf('campaign', id)}>{messages.untitled(id)}</StaffLink>
    )
  },
  {
    id: 'decision',
    header: messages.decision,
    render: ({ decision }) =>
      decision === null ? (
        <StaffLink href="/admin/reports">{messages.review}</StaffLink>
      ) : (
        messages.decisions[decision]
      )
  },
  whenBeside
]

export const holdingColumns = {
  campaigns,
  sites,
  ad_units: adUnits,
  deposits,
  withdrawals,
  orders,
  reports
}

function Amounts({ amounts }: { amounts: Row<'sites'>['earned'] }) {
  if (amounts.length === 0) return <span className={layout.soft}>{messages.nothing}</span>
  return (
    <div className={`${layout.tight} ${layout.atEnd}`}>
      {amounts.map(({ asset, amount }) => (
        <Amount key={asset} units={BigInt(amount)} asset={asset} />
      ))}
    </div>
  )
}
