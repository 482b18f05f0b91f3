import { createApiKeysStores } from '@mille/stores/settings/api-keys.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useStore } from '@nanostores/react'
import { useGuardedStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/api-keys-page.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { apiKeyMessages as messages } from './api-key-messages.ts'
import { ApiKeysTable } from './api-keys-table.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { ShownOnce } from './shown-once.tsx'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  return { keys: answerOf(await api.apiKeys.listApiKeys(), args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function ApiKeysPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createApiKeysStores, loaderData.keys)
  const token = useStore(stores.$token)

  return (
    <div className={layout.stack}>
      <SettingsNav />
      <PageHeader
        title={messages.title}
        description={messages.description}
        actions={<a href="/api/v1/reference">{messages.guide}</a>}
      />
      <ApiKeysTable stores={stores} />
      <ApiKeyForm stores={stores} />
      {token !== null && (
        <ShownOnce
          title={messages.newKey}
          text={messages.newKeyText}
          secret={token}
          kept={messages.kept}
          done={messages.done}
          onDone={stores.forgetToken}
        />
      )}
    </div>
  )
}
