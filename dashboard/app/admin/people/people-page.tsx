import { listAdjustments, type Person } from '@mille/api/admin/endpoints.ts'
import { mayOperate } from '@mille/api/may-operate.ts'
import { createPeopleStores } from '@mille/stores/admin/people.ts'
import { Amount } from '@mille/ui/amount/amount.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table } from '@mille/ui/table/table.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { Form } from 'react-router'
import { useStores } from '../../page/app-context.tsx'
import { formatDate, formatMoment } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { RestOfList } from '../../page/navigation/rest-of-list.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff, ownRoles } from '../for-staff.ts'
import type { Route } from './+types/people-page.ts'
import { AdjustmentsCard } from './adjustments-card.tsx'
import { peopleMessages as messages } from './people-messages.ts'
import { PersonBadges } from './person-badges.tsx'
import { personName } from './person-name.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const query = (new URL(args.request.url).searchParams.get('query') ?? '').slice(0, 254)
  const roles = await ownRoles(args)
  const [list, adjustments] = await Promise.all([
    api.admin.listPeople({ 'filter[query]': query }),
    mayOperate(listAdjustments, roles) ? api.admin.listAdjustments({ 'page[limit]': 100 }) : null
  ])
  const waiting = adjustments && answerOf(adjustments, args)
  return { list: answerOf(list, args), query, adjustments: waiting }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const stores = useStores(createPeopleStores, loaderData)
  const people = useStore(stores.$items)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      {loaderData.adjustments && <AdjustmentsCard loaded={loaderData.adjustments} />}
      <Form method="get" className={layout.form} role="search">
        <TextField
          label={messages.search}
          help={messages.searchHelp}
          name="query"
          type="search"
          defaultValue={loaderData.query}
        />
        <div>
          <Button type="submit" icon="search">
            {messages.find}
          </Button>
        </div>
      </Form>
      <Card isFlush>
        <Table
          caption={messages.title}
          isCaptionHidden
          columns={columns}
          rows={people}
          rowKey={person => person.id}
          empty={
            <EmptyState icon="search" title={messages.empty}>
              {messages.emptyText}
            </EmptyState>
          }
        />
      </Card>
      <RestOfList list={stores} />
    </div>
  )
}

const columns = [
  {
    id: 'account',
    header: messages.account,
    isRowHeader: true,
    render: (person: Person) => (
      <span className={layout.row}>
        <Link href={`/admin/users/${person.id}`}>{personName(person)}</Link>
        <PersonBadges person={person} />
      </span>
    )
  },
  { id: 'id', header: messages.id, render: (person: Person) => person.id },
  {
    id: 'since',
    header: messages.since,
    render: ({ attributes: { created_at } }: Person) => (
      <time dateTime={created_at}>{formatDate(created_at)}</time>
    )
  },
  {
    id: 'seen',
    header: messages.seen,
    render: ({ attributes: { last_seen_at } }: Person) =>
      last_seen_at === null ? messages.never : formatMoment(last_seen_at)
  },
  {
    id: 'uses',
    header: messages.uses,
    render: ({ attributes: { campaigns_count, ad_units_count } }: Person) =>
      messages.usesText(campaigns_count, ad_units_count)
  },
  {
    id: 'balance',
    header: messages.balance,
    align: 'end' as const,
    isAmount: true,
    render: ({ attributes: { money } }: Person) => (
      <span className={layout.tight}>
        {money?.map(({ asset, available }) => (
          <Amount key={asset} units={BigInt(available)} asset={asset} size="small" />
        ))}
        {(money ?? []).length === 0 && '–'}
      </span>
    )
  }
]
