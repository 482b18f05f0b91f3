import type { createPersonStores } from '@mille/stores/admin/people.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../../page/layout.module.css'
import { premiumMessages as messages } from './people-messages.ts'

/** The premium status of an account and its contact person, until an operator ends it. */
export function PremiumCard({ stores }: { stores: ReturnType<typeof createPersonStores> }) {
  const { premium_contact, email } = useStore(stores.$person).attributes
  const isSaving = useStore(stores.$isSaving)
  const [contact, setContact] = useState(premium_contact ?? '')
  const [isTried, setIsTried] = useState(false)
  const toast = useToast()
  const isMissing = contact.trim().length < 2

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isMissing) return
    if (await stores.setPremium(contact.trim())) toast.show({ title: messages.saved })
  }

  async function end() {
    if (await stores.setPremium(null)) toast.show({ title: messages.ended })
  }

  return (
    <Card title={messages.title} description={messages.text}>
      <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
        <TextField
          label={messages.contact}
          help={email === null ? messages.noAddress : messages.contactHelp}
          maxLength={100}
          disabled={email === null}
          value={contact}
          error={isTried && isMissing ? messages.contactMissing : undefined}
          onChange={event => setContact(event.target.value)}
        />
        <div className={layout.row}>
          <Button type="submit" isLoading={isSaving} disabled={email === null}>
            {premium_contact === null ? messages.make : messages.change}
          </Button>
          {premium_contact !== null && (
            <Button variant="quiet" onClick={() => void end()}>
              {messages.end}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
