import type { TeamStores } from '@mille/stores/settings/team.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { teamMessages as messages } from './team-messages.ts'

/** The form that invites someone to see the account. */
export function InviteForm({ stores }: { stores: TeamStores }) {
  const { fields, general } = useStore(stores.$problems)
  const isInviting = useStore(stores.$isInviting)
  const [name, setName] = useState('')
  const toast = useToast()

  async function invite(event: FormEvent) {
    event.preventDefault()
    if (!(await stores.invite(name))) return
    setName('')
    toast.show({ title: messages.inviteSent })
  }

  return (
    <Card title={messages.inviteTitle}>
      <form className={layout.stack} onSubmit={event => void invite(event)} noValidate>
        <ProblemNotice problem={general[0]} />
        <TextField
          label={messages.name}
          help={messages.nameHelp}
          error={fields.name}
          value={name}
          maxLength={254}
          autoCapitalize="none"
          spellCheck={false}
          onChange={event => setName(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="primary" isLoading={isInviting}>
            {messages.invite}
          </Button>
        </div>
      </form>
    </Card>
  )
}
