import type { User } from '@mille/api/accounts/endpoints.ts'
import {
  advertiserNameLength,
  type DisplayCurrency,
  displayCurrencies
} from '@mille/api/constants.ts'
import { translatedLanguages } from '@mille/api/reference-data/languages.ts'
import { listTimeZones } from '@mille/api/time-zones.ts'
import { createCaptchaStores } from '@mille/stores/captcha/captcha.ts'
import type { Problems } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { languageNames } from './language-names.ts'
import { settingsMessages as messages } from './messages.ts'
import { useSaving } from './use-saving.ts'

/** Each language has its own name, for people who cannot read the language of the page. */
const languageOptions = translatedLanguages.map(value => ({ value, label: languageNames[value] }))

const currencyOptions = (['charged', ...displayCurrencies] as const).map(value => ({
  ...{ value, label: messages.currencies[value] }
}))

/** Adds the chosen time zone if this browser does not list it, because another browser may have set it. */
function zoneOptions(chosen: string) {
  const names = listTimeZones()
  return [...(names.includes(chosen) ? [] : [chosen]), ...names].map(value => ({
    ...{ value, label: value }
  }))
}

/**
 * The account's name, email address, language, time zone and currency. A new email address takes effect once it is
 * confirmed by email.
 */
export function ProfileCard({ user }: { user: User }) {
  const api = useApi()
  const [{ withCaptcha }] = useState(() => createCaptchaStores(api))
  const { session, stepUp } = useApp()
  const contact = useStore(session.$account)?.meta.premium_contact ?? null
  const [fields, setFields] = useState(() => profileFields(user))
  const { problems, isSaving, save } = useSaving()
  const [isMailed, setIsMailed] = useState(false)
  const toast = useToast()

  const change: FieldsProps['change'] = patch => setFields(now => ({ ...now, ...patch }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    const address = fields.email.trim().toLowerCase()
    const isNewAddress = address !== '' && address !== user.attributes.email
    const isSaved = await save(() =>
      stepUp.guard(() =>
        withCaptcha('access_code', proof =>
          api.accounts.updateUser({
            id: user.id,
            ...attributesOf(fields),
            ...(isNewAddress ? { email: address } : {}),
            ...proof
          })
        )
      )
    )
    if (!isSaved) return
    setIsMailed(isNewAddress)
    if (!isNewAddress) toast.show({ title: messages.saved })
  }

  return (
    <Card
      title={messages.profile}
      description={contact === null ? undefined : messages.premium(contact)}
    >
      <form className={layout.form} onSubmit={event => void submit(event)} noValidate>
        <GeneralProblems problems={problems} />
        {isMailed && (
          <Notice tone="success" isLive>
            {messages.mailed}
          </Notice>
        )}
        <NameFields {...{ fields, change, problems }} />
        <ChoiceFields {...{ fields, change, problems }} chosenZone={user.attributes.time_zone} />
        <div>
          <Button type="submit" isLoading={isSaving}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function profileFields({ attributes }: User) {
  const currency: DisplayCurrency | 'charged' = attributes.display_currency ?? 'charged'
  return {
    username: attributes.username ?? '',
    email: attributes.email ?? '',
    advertiserName: attributes.advertiser_name ?? '',
    locale: attributes.locale,
    timeZone: attributes.time_zone,
    currency
  }
}

type ProfileFields = ReturnType<typeof profileFields>

/** Returns the profile's attributes for the API, except the email address. */
function attributesOf({ username, advertiserName, locale, timeZone, currency }: ProfileFields) {
  return {
    username: username.trim() === '' ? null : username,
    advertiser_name: advertiserName.trim() === '' ? null : advertiserName,
    time_zone: timeZone,
    display_currency: currency === 'charged' ? null : currency,
    ...(locale === null ? {} : { locale })
  }
}

type FieldsProps = {
  fields: ProfileFields
  problems: Problems
  change: (patch: Partial<ProfileFields>) => void
}

function NameFields({ fields, problems, change }: FieldsProps) {
  return (
    <>
      <TextField
        label={messages.username}
        help={messages.usernameHelp}
        name="username"
        autoComplete="username"
        maxLength={40}
        isOptional
        value={fields.username}
        error={fieldText(messages.username, problems.fields.username)}
        onChange={event => change({ username: event.target.value })}
      />
      <TextField
        label={messages.advertiserName}
        help={messages.advertiserNameHelp}
        name="advertiser_name"
        autoComplete="organization"
        maxLength={advertiserNameLength}
        isOptional
        value={fields.advertiserName}
        error={fieldText(messages.advertiserName, problems.fields.advertiser_name)}
        onChange={event => change({ advertiserName: event.target.value })}
      />
      <TextField
        label={messages.email}
        help={messages.emailHelp}
        name="email"
        type="email"
        autoComplete="email"
        isOptional
        value={fields.email}
        error={fieldText(messages.email, problems.fields.email)}
        onChange={event => change({ email: event.target.value })}
      />
    </>
  )
}

function ChoiceFields({
  fields,
  problems,
  change,
  chosenZone
}: FieldsProps & { chosenZone: string }) {
  return (
    <>
      <Select
        label={messages.language}
        help={messages.languageHelp}
        name="locale"
        options={languageOptions}
        placeholder={messages.languageNotChosen}
        value={fields.locale}
        error={fieldText(messages.language, problems.fields.locale)}
        onChange={locale => change({ locale })}
      />
      <Select
        label={messages.timeZone}
        help={messages.timeZoneHelp}
        name="time_zone"
        options={zoneOptions(chosenZone)}
        value={fields.timeZone}
        error={fieldText(messages.timeZone, problems.fields.time_zone)}
        onChange={timeZone => change({ timeZone })}
      />
      <Select
        label={messages.currency}
        help={messages.currencyHelp}
        name="display_currency"
        options={currencyOptions}
        value={fields.currency}
        error={fieldText(messages.currency, problems.fields.display_currency)}
        onChange={currency => change({ currency })}
      />
    </>
  )
}
