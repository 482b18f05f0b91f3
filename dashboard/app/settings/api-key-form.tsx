import { type ApiScope, apiScopes } from '@mille/api/constants.ts'
import type { createApiKeysStores } from '@mille/stores/settings/api-keys.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { apiKeyMessages as messages } from './api-key-messages.ts'

type Stores = ReturnType<typeof createApiKeysStores>

/** The form for a new API key: its name and permissions. */
export function ApiKeyForm({ stores }: { stores: Stores }) {
  const { fields, general } = useStore(stores.$problems)
  const isCreating = useStore(stores.$isCreating)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<ApiScope[]>(['statistics'])

  async function create(event: FormEvent) {
    event.preventDefault()
    if (await stores.create(name, scopes)) setName('')
  }

  function toggle(scope: ApiScope, isOn: boolean) {
    setScopes(isOn ? [...scopes, scope] : scopes.filter(it => it !== scope))
  }

  return (
    <Card title={messages.create}>
      <form className={layout.stack} onSubmit={event => void create(event)} noValidate>
        {general[0] && (
          <Notice tone="alarm" isLive>
            {problemText(general[0])}
          </Notice>
        )}
        <TextField
          label={messages.name}
          help={messages.nameHelp}
          error={fields.name}
          value={name}
          maxLength={60}
          onChange={event => setName(event.currentTarget.value)}
        />
        <fieldset className={layout.tight}>
          <legend>{messages.scopes}</legend>
          {apiScopes.map((scope, index) => (
            <Checkbox
              key={scope}
              label={messages.scopeNames[scope]}
              help={messages.scopeTexts[scope]}
              error={index === apiScopes.length - 1 ? fields.scopes : undefined}
              checked={scopes.includes(scope)}
              onChange={event => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <div>
          <Button type="submit" variant="primary" isLoading={isCreating}>
            {messages.create}
          </Button>
        </div>
      </form>
    </Card>
  )
}
