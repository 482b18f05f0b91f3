import { dividedRoles } from '@mille/api/may-operate.ts'
import type { createPersonStores } from '@mille/stores/admin/people.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../../page/layout.module.css'
import { rolesMessages as messages, peopleMessages } from './people-messages.ts'

/**
 * Selects which operator roles an account has. Hidden for an account with the role `admin`, which includes them all.
 */
export function RolesCard({ stores }: { stores: ReturnType<typeof createPersonStores> }) {
  const { roles, operator_asked_by: askedBy } = useStore(stores.$person).attributes
  const [chosen, setChosen] = useState<readonly string[]>(roles)
  const [isSaving, setIsSaving] = useState(false)
  const toast = useToast()
  if (roles.includes('admin') || askedBy !== null) return null
  const isSame = dividedRoles.every(role => chosen.includes(role) === roles.includes(role))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsSaving(true)
    const answer = await stores.setRoles(chosen)
    setIsSaving(false)
    if (answer) toast.show({ title: peopleMessages.roleAnswers[answer] })
  }

  return (
    <Card title={messages.title} description={messages.description}>
      <form onSubmit={event => void submit(event)} className={layout.form}>
        {dividedRoles.map(role => (
          <Checkbox
            key={role}
            label={messages.names[role]}
            help={messages.help[role]}
            checked={chosen.includes(role)}
            onChange={event => {
              const others = chosen.filter(it => it !== role)
              setChosen(event.target.checked ? [...others, role] : others)
            }}
          />
        ))}
        <div>
          <Button type="submit" isLoading={isSaving} disabled={isSame}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
