import type { User } from '@mille/api/accounts/endpoints.ts'
import {
  advertiserNameLength,
  type DisplayCurrency,
  displayCurrencies,
  translatedLanguages
} from '@mille/api/constants.ts'
import { listTimeZones } from '@mille/api/time-zones.ts'
import { createCaptchaStores } from '@mille/stores/captcha/captcha.ts'
import { noProblems, problemsOf } from '@mille/stores/shared/problems.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useApi, useApp } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { fieldText } from '../page/messages.ts'
import { GeneralProblems } from '../page/notices/general-problems.tsx'
import { languageNames } from './language-names.ts'
import { settingsMessages as messages } from './messages.ts'

/** Each by its own name, for people who cannot read the language of the page. */
const languageOptions = translatedLanguages.map(value => ({ value, label: languageNames[value] }))

const currencyOptions = (['charged', ...displayCurrencies] as const).map(value => ({
  ...{ value, label: messages.currencies[value] }
}))

/** Another browser may have chosen a name that this one does not list. */
function zoneOptions(chosen: string) {
  const names = listTimeZones()
  return [...(names.includes(chosen) ? [] : [chosen]), ...names].map(value => ({
    ...{ value, label: value }
  }))
}

/** The account's name, address, language, time zone, and currency. A new address gets an email, and counts once it is confirmed. */
export function ProfileCard({ user }: { user: User }) {
  const api = useApi()
  const [{ withCaptcha }] = useState(() => createCaptchaStores(api))
  const { session, stepUp } = useApp()
  const contact = useStore(session.$account)?.meta.premium_contact ?? null
  const [username, setUsername] = useState(user.attributes.username ?? '')
  const [email, setEmail] = useState(user.attributes.email ?? '')
  const [advertiserName, setAdvertiserName] = useState(user.attributes.advertiser_name ?? '')
  const [locale, setLocale] = useState(user.attributes.locale)
  const [timeZone, setTimeZone] = useState(user.attributes.time_zone)
  const [currency, setCurrency] = useState<DisplayCurrency | 'charged'>(
    user.attributes.display_currency ?? 'charged'
  )
  const [problems, setProblems] = useState(noProblems)
  const [isSaving, setIsSaving] = useState(false)
  const [isMailed, setIsMailed] = useState(false)
  const revalidator = useRevalidator()
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    const address = email.trim().toLowerCase()
    const isNewAddress = address !== '' && address !== user.attributes.email
    setIsSaving(true)
    const result = await stepUp.guard(() =>
      withCaptcha('access_code', proof =>
        api.accounts.updateUser({
          id: user.id,
          username: username.trim() === '' ? null : username,
          advertiser_name: advertiserName.trim() === '' ? null : advertiserName,
          time_zone: timeZone,
          display_currency: currency === 'charged' ? null : currency,
          ...(isNewAddress ? { email: address } : {}),
          ...(locale === null ? {} : { locale }),
          ...proof
        })
      )
    )
    setIsSaving(false)
    if (!result.ok && result.code === 'step_up_required') return
    setProblems(result.ok ? noProblems : problemsOf(result))
    if (!result.ok) return
    setIsMailed(isNewAddress)
    if (!isNewAddress) toast.show({ title: messages.saved })
    void revalidator.revalidate()
  }

  return (
    <Card
      title={messages.profile}
      description={contact === null ? undefined : messages.premium(contact)}
    >
      <form className={layout.form} onSubmit={event => void save(event)} noValidate>
        <GeneralProblems problems={problems} />
        {isMailed && (
          <Notice tone="success" isLive>
            {messages.mailed}
          </Notice>
        )}
        <TextField
          label={messages.username}
          help={messages.usernameHelp}
          name="username"
          autoComplete="username"
          maxLength={40}
          isOptional
          value={username}
          error={fieldText(messages.username, problems.fields.username)}
          onChange={event => setUsername(event.target.value)}
        />
        <TextField
          label={messages.advertiserName}
          help={messages.advertiserNameHelp}
          name="advertiser_name"
          autoComplete="organization"
          maxLength={advertiserNameLength}
          isOptional
          value={advertiserName}
          error={fieldText(messages.advertiserName, problems.fields.advertiser_name)}
          onChange={event => setAdvertiserName(event.target.value)}
        />
        <TextField
          label={messages.email}
          help={messages.emailHelp}
          name="email"
          type="email"
          autoComplete="email"
          isOptional
          value={email}
          error={fieldText(messages.email, problems.fields.email)}
          onChange={event => setEmail(event.target.value)}
        />
        <Select
          label={messages.language}
          help={messages.languageHelp}
          name="locale"
          options={languageOptions}
          placeholder={messages.languageNotChosen}
          value={locale}
          error={fieldText(messages.language, problems.fields.locale)}
          onChange={setLocale}
        />
        <Select
          label={messages.timeZone}
          help={messages.timeZoneHelp}
          name="time_zone"
          options={zoneOptions(user.attributes.time_zone)}
          value={timeZone}
          error={fieldText(messages.timeZone, problems.fields.time_zone)}
          onChange={setTimeZone}
        />
        <Select
          label={messages.currency}
          help={messages.currencyHelp}
          name="display_currency"
          options={currencyOptions}
          value={currency}
          error={fieldText(messages.currency, problems.fields.display_currency)}
          onChange={setCurrency}
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
