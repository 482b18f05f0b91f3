import type { ReferenceEntry } from '@mille/api/settings/endpoints.ts'
import { createBrandStores } from '@mille/stores/admin/brand.ts'
import {
  createOperatorSettingsStores,
  type OperatorSettingsStores
} from '@mille/stores/admin/settings.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { useGuardedStores } from '../../page/app-context.tsx'
import { categoryLabels } from '../../page/category-labels.ts'
import { formatCount } from '../../page/formats.ts'
import layout from '../../page/layout.module.css'
import { answerOf } from '../../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../../page/loads/page-context.ts'
import { ProblemNotice } from '../../page/notices/problem-notice.tsx'
import { pageTitle, type TitleArgs } from '../../page/page-title.ts'
import { forStaff } from '../for-staff.ts'
import type { Route } from './+types/settings-page.ts'
import { BrandForm } from './brand-form.tsx'
import { brandMessages } from './brand-messages.ts'
import { SettingForm } from './setting-form.tsx'
import { networkSettingsMessages as messages } from './settings-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [settings, entries, brand, changes] = await Promise.all([
    api.settings.listSettings(),
    api.settings.listReferenceEntries(),
    api.brand.readBrand(),
    api.brand.listBrandChanges()
  ])
  return {
    settings: answerOf(settings, args).data,
    entries: answerOf(entries, args).data,
    brand: answerOf(brand, args).data.attributes,
    change: answerOf(changes, args).data[0]?.attributes ?? null
  }
}

export const loader = forStaff(load)
export const clientLoader = forStaff(load)
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createOperatorSettingsStores, loaderData)
  const settings = useStore(stores.$settings)
  const entries = useStore(stores.$entries)
  return (
    <div className={layout.stack}>
      <PageHeader title={messages.title} description={messages.description} />
      <Card title={brandMessages.title} description={brandMessages.text}>
        <BrandForm
          stores={useGuardedStores(createBrandStores, loaderData.brand)}
          change={loaderData.change}
        />
      </Card>
      <Card title={messages.fee}>
        <div className={layout.stack}>
          {settings.map(setting => (
            <SettingForm key={setting.id} setting={setting} stores={stores} />
          ))}
        </div>
      </Card>
      <Card title={messages.sizes} description={messages.sizesText}>
        <EntryTable
          caption={messages.sizes}
          header={messages.size}
          entries={entries.filter(it => it.attributes.kind === 'banner_size')}
          stores={stores}
        />
      </Card>
      <Card title={messages.categories} description={messages.categoriesText}>
        <EntryTable
          caption={messages.categories}
          header={messages.category}
          entries={entries.filter(it => it.attributes.kind === 'category')}
          stores={stores}
        />
      </Card>
    </div>
  )
}

type EntryTableProps = {
  caption: string
  header: string
  entries: readonly ReferenceEntry[]
  stores: OperatorSettingsStores
}

function EntryTable({ caption, header, entries, stores }: EntryTableProps) {
  const problems = useStore(stores.$problems)
  const pending = useStore(stores.$pending)
  const toast = useToast()
  const problem = entries.map(it => problems[it.id]).find(it => it !== undefined)

  async function set(entry: ReferenceEntry, isOffered: boolean) {
    if (!(await stores.setOffered(entry.id, isOffered))) return
    const name = nameOf(entry)
    toast.show({
      title: isOffered ? messages.isOffered(name) : messages.isNotOffered(name),
      action: {
        label: messages.undo,
        onSelect: () => void stores.setOffered(entry.id, !isOffered)
      }
    })
  }

  return (
    <>
      <ProblemNotice problem={problem} />
      <details className={layout.more}>
        <summary>
          {messages.someOffered(
            formatCount(entries.filter(it => it.attributes.is_offered).length),
            formatCount(entries.length)
          )}
        </summary>
        <Table
          caption={caption}
          isCaptionHidden
          columns={entryColumns(header, pending, (entry, isOffered) => void set(entry, isOffered))}
          rows={entries}
          rowKey={it => it.id}
        />
      </details>
    </>
  )
}

function entryColumns(
  header: string,
  pending: ReadonlySet<string>,
  onSet: (entry: ReferenceEntry, isOffered: boolean) => void
): TableColumn<ReferenceEntry>[] {
  return [
    { id: 'name', header, isRowHeader: true, render: nameOf },
    {
      id: 'uses',
      header: messages.uses,
      align: 'end',
      render: ({ attributes }) => formatCount(attributes.uses)
    },
    {
      id: 'state',
      header: messages.state,
      render: ({ attributes: { is_offered } }) => (
        <Badge tone={is_offered ? 'positive' : 'warning'}>
          {is_offered ? messages.offered : messages.notOffered}
        </Badge>
      )
    },
    {
      id: 'action',
      header: messages.action,
      isHeaderHidden: true,
      align: 'end',
      render: entry => {
        const { is_offered } = entry.attributes
        const label = is_offered ? messages.stop : messages.offer
        return (
          <Button
            size="small"
            variant="quiet"
            isLoading={pending.has(entry.id)}
            aria-label={`${label}: ${nameOf(entry)}`}
            onClick={() => onSet(entry, !is_offered)}
          >
            {label}
          </Button>
        )
      }
    }
  ]
}

function nameOf({ attributes: { kind, name } }: ReferenceEntry): string {
  return kind === 'category' ? (categoryLabels[name] ?? name) : name.replace('x', ' × ')
}
