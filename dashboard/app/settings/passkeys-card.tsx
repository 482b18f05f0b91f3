import type { Passkey, PasskeyList } from '@mille/api/passkeys/endpoints.ts'
import { createPasskeyStores } from '@mille/stores/settings/passkeys.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Table, type TableColumn } from '@mille/ui/table/table.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { hasPasskeys, passkeyBrowser } from '@mille/widgets/login/passkey-browser.ts'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import { formatMoment } from '../page/formats.ts'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { passkeyMessages as messages } from './messages.ts'

/** The account's passkeys, with a button that adds one on this device. */
export function PasskeysCard({ loaded }: { loaded: PasskeyList }) {
  const api = useApi()
  const { stepUp } = useApp()
  const stores = useMemo(
    () => createPasskeyStores(api, loaded, { browser: passkeyBrowser, guard: stepUp.guard }),
    [api, loaded, stepUp]
  )
  const passkeys = useStore(stores.$passkeys)
  const problem = useStore(stores.$problem)
  const isSaving = useStore(stores.$isSaving)
  // Only the browser knows whether passkeys are supported, and the first render must match the server's HTML.
  const [isAble, setIsAble] = useState(false)
  useEffect(() => setIsAble(hasPasskeys()), [])
  const toast = useToast()

  async function add() {
    if (await stores.add(messages.nameOf(new Date()))) toast.show({ title: messages.added })
  }

  async function remove(id: string) {
    if (await stores.remove(id)) toast.show({ title: messages.removed })
  }

  return (
    <Card
      title={messages.title}
      description={messages.text}
      isFlush
      actions={
        isAble && (
          <Button icon="plus" isLoading={isSaving} onClick={() => void add()}>
            {messages.add}
          </Button>
        )
      }
    >
      <ProblemNotice problem={problem} />
      <Table
        caption={messages.title}
        isCaptionHidden
        columns={columnsFor(id => void remove(id))}
        rows={passkeys}
        rowKey={passkey => passkey.id}
        empty={<EmptyState title={messages.empty}>{messages.emptyText}</EmptyState>}
      />
    </Card>
  )
}

function columnsFor(onRemove: (id: string) => void): TableColumn<Passkey>[] {
  return [
    { id: 'name', header: messages.name, render: it => it.attributes.name },
    {
      id: 'used',
      header: messages.used,
      render: ({ attributes: { last_used_at } }) =>
        last_used_at === null ? messages.never : formatMoment(last_used_at)
    },
    {
      id: 'remove',
      header: messages.remove,
      isHeaderHidden: true,
      align: 'end',
      render: it => (
        <Button
          size="small"
          aria-label={messages.removeOne(it.attributes.name)}
          onClick={() => onRemove(it.id)}
        >
          {messages.remove}
        </Button>
      )
    }
  ]
}
