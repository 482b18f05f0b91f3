import { createLivePreviewStores } from '@mille/stores/ad-units/live-preview.ts'
import type { PreviewPlace } from '@mille/stores/ad-units/preview-places.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { PreviewedPage, PreviewForm } from '../ad-units/preview-form.tsx'
import { useApi } from '../page/app-context.tsx'
import { adPreviewMessages as messages } from './ad-preview-messages.ts'
import { unitName } from './unit-name.ts'

export type AdPreviewCardProps = {
  /** The campaign's running ads. */
  ads: ReadonlyArray<{ id: string; title: string }>
  places: readonly PreviewPlace[]
}

/** Opens a page of a publisher with an ad of the campaign, which is not counted. */
export function AdPreviewCard({ ads, places }: AdPreviewCardProps) {
  const [ad] = ads
  const [place] = places
  return (
    <Card title={messages.title} description={messages.text}>
      {ad && place ? (
        <AdPreview ads={ads} places={places} firstAd={ad.id} firstPlace={place} />
      ) : (
        <p>{ad ? messages.noUnits : messages.notRunning}</p>
      )}
    </Card>
  )
}

type AdPreviewProps = AdPreviewCardProps & { firstAd: string; firstPlace: PreviewPlace }

function AdPreview({ ads, places, firstAd, firstPlace }: AdPreviewProps) {
  const api = useApi()
  // Created once: the page reloads its data after other changes, and what was typed must remain.
  const [stores] = useState(() => createLivePreviewStores(api, previewedUnit(firstPlace)))
  const unitId = useStore(stores.$unitId)
  const [chosen, setChosen] = useState(firstAd)
  const creative_id = ads.some(it => it.id === chosen) ? chosen : firstAd
  return (
    <PreviewForm stores={stores} choice={{ creative_id }} texts={messages}>
      <Select
        label={messages.unit}
        help={messages.unitHelp}
        options={places.map(it => ({ value: it.id, label: unitName(it) }))}
        value={unitId}
        onChange={id => {
          const place = places.find(it => it.id === id)
          if (place) stores.changeUnit(previewedUnit(place))
        }}
      />
      <PreviewedPage stores={stores} help={messages.pageHelp} />
      {ads.length > 1 && (
        <Select
          label={messages.ad}
          options={ads.map(it => ({ value: it.id, label: it.title }))}
          value={creative_id}
          onChange={id => {
            setChosen(id)
            stores.forget()
          }}
        />
      )}
    </PreviewForm>
  )
}

function previewedUnit({ id, domain }: PreviewPlace) {
  return { id, pageUrl: `https://${domain}/` }
}
