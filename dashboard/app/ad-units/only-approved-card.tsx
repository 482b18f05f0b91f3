import type { ApprovalStores } from '@mille/stores/ad-units/approvals.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { Checkbox } from '@mille/ui/checkbox/checkbox.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { useStore } from '@nanostores/react'
import layout from '../page/layout.module.css'
import { ProblemNotice } from '../page/notices/problem-notice.tsx'
import { approvalMessages as messages } from './approval-messages.ts'
import { placeLabel } from './block-places.ts'

type OnlyApprovedCardProps = {
  stores: ApprovalStores
  places: ReadonlyArray<{ value: string; label: string }>
  place: string
  onPlace: (place: string) => void
}

/** Selects the ad units that the page is about, and whether they show only approved ads. */
export function OnlyApprovedCard({ stores, places, place, onPlace }: OnlyApprovedCardProps) {
  const own = useStore(stores.$ownSwitch)
  const wider = useStore(stores.$widerSwitch)
  const switches = useStore(stores.$switches)
  const isSwitching = useStore(stores.$isSwitching)
  const isOn = own !== null
  const on = switches.map(it => placeLabel(it, places)).join(', ')
  return (
    <Card>
      <div className={layout.form}>
        <ProblemNotice problem={useStore(stores.$switchProblem)} />
        <Select
          label={messages.place}
          help={messages.placeHelp}
          options={places}
          value={place}
          onChange={onPlace}
        />
        <Checkbox
          label={messages.onlyApproved}
          help={
            wider && !isOn
              ? messages.onByWider(placeLabel(wider, places))
              : [messages.onlyApprovedHelp, on !== '' && messages.onAt(on)]
                  .filter(Boolean)
                  .join(' ')
          }
          checked={isOn !== isSwitching || (wider !== null && !isOn)}
          disabled={wider !== null && !isOn}
          onChange={event => void stores.setOnlyApproved(event.currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
