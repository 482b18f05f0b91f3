import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { type PreviewState, previewStates } from '@mille/api/ad-units/preview-states.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import {
  createLivePreviewStores,
  type LivePreviewState,
  type PreviewChoice
} from '@mille/stores/ad-units/live-preview.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatTime } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { problemText } from '../page/messages.ts'
import { livePreviewMessages as messages } from './live-preview-messages.ts'

export type LivePreviewProps = {
  unit: AdUnit
  /** Ads that recently appeared on the account's units. */
  ads: ShownAds['data']
  hasHouseAds: boolean
}

/** Opens the publisher's page with a chosen ad, or a state of the unit, which is not counted. */
export function LivePreview({ unit, ads, hasHouseAds }: LivePreviewProps) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and what was typed must remain.
  const [stores] = useState(() => createLivePreviewStores(api, unit))
  const pageUrl = useStore(stores.$pageUrl)
  const preview = useStore(stores.$preview)
  const [chosen, setChosen] = useState('sample')

  function submit(event: FormEvent) {
    event.preventDefault()
    // Opened at once: browsers block a tab that opens after the answer has arrived.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    void stores.create(choiceOf(chosen)).then(address => {
      if (address === null) tab?.close()
      else tab?.location.replace(address)
    })
  }

  return (
    <Card title={messages.title} description={messages.text}>
      <form className={layout.form} onSubmit={submit} noValidate>
        <TextField
          label={messages.page}
          help={messages.pageHelp}
          name="previewed_page"
          type="url"
          inputMode="url"
          value={pageUrl}
          error={preview.status === 'address_invalid' ? messages.pageInvalid : undefined}
          onChange={event => stores.changePage(event.target.value)}
        />
        <Select
          label={messages.what}
          options={optionsFor(unit, ads, hasHouseAds)}
          value={chosen}
          onChange={value => {
            setChosen(value)
            stores.forget()
          }}
        />
        <div>
          <Button type="submit" isLoading={preview.status === 'loading'}>
            {messages.open}
          </Button>
        </div>
        <Outcome preview={preview} />
      </form>
    </Card>
  )
}

function Outcome({ preview }: { preview: LivePreviewState }) {
  if (preview.status === 'success')
    return (
      <Notice tone="success" title={messages.opened} isLive>
        <p>
          {messages.until(formatTime(preview.expiresAt))}{' '}
          <Link href={preview.address} target="_blank">
            {messages.again}
          </Link>
        </p>
      </Notice>
    )
  if (preview.status !== 'error') return null
  const { problem } = preview
  return (
    <Notice tone="warning" isLive>
      {problem.code === 'preview_not_shown' ? messages.notShown : problemText(problem)}
    </Notice>
  )
}

/** The states that the unit has, and then the ads, those of this unit first. */
function optionsFor({ id, attributes }: AdUnit, ads: ShownAds['data'], hasHouseAds: boolean) {
  const missing: Partial<Record<PreviewState, boolean>> = {
    house_ad: !hasHouseAds,
    closed: attributes.settings.position !== 'sticky'
  }
  const states = previewStates.filter(it => !missing[it])
  const isHere = (ad: ShownAds['data'][number]) => ad.attributes.ad_unit_id === id
  const sorted = [...ads.filter(isHere), ...ads.filter(ad => !isHere(ad))]
  return [
    ...states.map(value => ({ value: value as string, label: messages.states[value] })),
    ...sorted.map(ad => ({
      value: ad.id,
      label: ad.attributes.title,
      description: ad.attributes.domain
    }))
  ]
}

function choiceOf(chosen: string): PreviewChoice {
  const state = previewStates.find(it => it === chosen)
  return state ? { state } : { creative_id: chosen }
}
