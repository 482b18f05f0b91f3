import type { AdUnit } from '@mille/api/ad-units/endpoints.ts'
import { type PreviewState, previewStates } from '@mille/api/ad-units/preview-states.ts'
import type { ShownAds } from '@mille/api/statistics/endpoints.ts'
import { createLivePreviewStores, type PreviewChoice } from '@mille/stores/ad-units/live-preview.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useState } from 'react'
import { useApi } from '../page/app-context.tsx'
import { livePreviewMessages as messages } from './live-preview-messages.ts'
import { PreviewedPage, PreviewForm } from './preview-form.tsx'

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
  const [stores] = useState(() =>
    createLivePreviewStores(api, { id: unit.id, pageUrl: unit.attributes.page_url })
  )
  const [chosen, setChosen] = useState('sample')

  return (
    <Card title={messages.title} description={messages.text}>
      <PreviewForm stores={stores} choice={choiceOf(chosen)} texts={messages}>
        <PreviewedPage stores={stores} help={messages.pageHelp} />
        <Select
          label={messages.what}
          options={optionsFor(unit, ads, hasHouseAds)}
          value={chosen}
          onChange={value => {
            setChosen(value)
            stores.forget()
          }}
        />
      </PreviewForm>
    </Card>
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
