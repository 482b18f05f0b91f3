import * as endpoints from '@mille/api/admin/endpoints.ts'
import type { createPersonStores } from '@mille/stores/admin/people.ts'
import { Card } from '@mille/ui/card/card.tsx'
import { useStore } from '@nanostores/react'
import { useApp } from '../../page/app-context.tsx'
import layout from '../../page/layout.module.css'
import { useMay } from '../use-may.ts'
import { AdjustForm } from './adjust-form.tsx'
import { peopleMessages as messages } from './people-messages.ts'
import { PremiumCard } from './premium-card.tsx'
import { RolesCard } from './roles-card.tsx'

/**
 * The forms with which an operator changes an account: balance, premium and roles. Loaded after the rest of the page.
 */
export function ChangesOfAccount({ stores }: { stores: ReturnType<typeof createPersonStores> }) {
  const may = useMay()
  const ownId = useStore(useApp().session.$user)?.id
  const { id, attributes } = useStore(stores.$person)
  return (
    <>
      <div className={`${layout.columns} ${layout.even}`}>
        {may(endpoints.adjustBalance) && (
          <Card title={messages.adjust} description={messages.adjustText}>
            <AdjustForm stores={stores} />
          </Card>
        )}
        {may(endpoints.setPremium) && <PremiumCard stores={stores} />}
      </div>
      {may(endpoints.setRoles) && id !== ownId && (
        <RolesCard key={attributes.roles.join()} stores={stores} />
      )}
    </>
  )
}
