import type { User } from '@mille/api/accounts/endpoints.ts'
import { billingLengths } from '@mille/api/constants.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { settingsMessages } from './messages.ts'
import { useSaving } from './use-saving.ts'

const messages = settingsMessages.billing

/** The name, address and VAT number of the account's owner, as its statements show them. */
export function BillingCard({ user }: { user: User }) {
  const api = useApi()
  const [fields, setFields] = useState(() => fieldsOf(user))
  const { problems, isSaving, save } = useSaving('billing_details')
  const toast = useToast()

  const change = (patch: Partial<typeof fields>) => setFields(now => ({ ...now, ...patch }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const billing_details = detailsOf(fields)
    const isSaved = await save(() => api.accounts.updateUser({ id: user.id, billing_details }))
    if (isSaved) toast.show({ title: settingsMessages.saved })
  }

  return (
    <Card title={messages.title} description={messages.description}>
      <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
        <GeneralProblems problems={problems} />
        <TextField
          label={messages.name}
          name="billing_name"
          autoComplete="billing name"
          maxLength={billingLengths.name}
          isOptional
          value={fields.name}
          error={fieldText(messages.name, problems.fields.name)}
          onChange={event => change({ name: event.target.value })}
        />
        <TextArea
          label={messages.address}
          help={messages.addressHelp(billingLengths.addressLines)}
          name="billing_address"
          autoComplete="billing street-address"
          isOptional
          value={fields.address}
          error={fieldText(messages.address, problems.fields.address)}
          onChange={event => change({ address: event.target.value })}
        />
        <TextField
          label={messages.vatNumber}
          help={messages.vatNumberHelp}
          name="vat_number"
          maxLength={billingLengths.vatNumber}
          isOptional
          value={fields.vatNumber}
          error={fieldText(messages.vatNumber, problems.fields.vat_number)}
          onChange={event => change({ vatNumber: event.target.value })}
        />
        <div>
          <Button type="submit" isLoading={isSaving}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function fieldsOf({ attributes: { billing_details: details } }: User) {
  return {
    name: details?.name ?? '',
    address: details?.address.join('\n') ?? '',
    vatNumber: details?.vat_number ?? ''
  }
}

function detailsOf({ name, address, vatNumber }: ReturnType<typeof fieldsOf>) {
  const lines = address.split('\n').map(line => line.trim())
  return {
    name: name.trim() || null,
    address: lines.filter(line => line !== ''),
    vat_number: vatNumber.trim() || null
  }
}
