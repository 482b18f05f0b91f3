import type { Site } from '@mille/api/sites/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Stepper } from '@mille/ui/stepper/stepper.tsx'
import layout from '../page/layout.module.css'
import wizard from '../wizard/wizard.module.css'
import { CodeCard, type LoadedCode } from './code-card.tsx'
import { adUnitDetailMessages } from './messages.ts'
import { quickAdUnitMessages as messages } from './quick-messages.ts'
import { codeHref, quickSteps } from './quick-path.ts'
import { SiteVerification } from './site-verification.tsx'

export type CreatedUnit = LoadedCode & { site: Site | null }

/** The last screen: the code of the new unit, which waits for its first view. */
export function QuickCode({ site, ...loaded }: CreatedUnit) {
  const { unit } = loaded
  const placement = `/ad-units/${unit.id}/placement`
  // The unit exists now, so the earlier choices are changed on its own page.
  const steps = quickSteps.map(step => ({
    ...step,
    href: step.id === 'code' ? codeHref(unit.id) : placement
  }))
  return (
    <div className={wizard.wizard}>
      <h1>{messages.title}</h1>
      <Stepper label={messages.title} steps={steps} currentId="code" reachedId="code" />
      {site?.attributes.state === 'unverified' && (
        <Notice tone="success" title={adUnitDetailMessages.created}>
          {adUnitDetailMessages.createdText}
        </Notice>
      )}
      <div className={layout.columns}>
        <CodeCard {...loaded} invitation={unit.attributes.settings.invitation_link} />
        {site && <SiteVerification key={site.id} site={site} />}
      </div>
      <div>
        <Button href={placement}>{messages.allSettings}</Button>
      </div>
    </div>
  )
}
