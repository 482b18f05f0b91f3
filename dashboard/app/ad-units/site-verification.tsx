import type { Site } from '@mille/api/sites/endpoints.ts'
import {
  createSiteVerificationStores,
  type VerificationMethod
} from '@mille/stores/ad-units/site-verification.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { CodeBlock } from '@mille/ui/code-block/code-block.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Tabs } from '@mille/ui/tabs/tabs.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { useStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { useReloadOn } from '../page/loads/use-reload-on.ts'
import { problemText } from '../page/messages.ts'
import { adUnitDetailMessages as messages } from './messages.ts'
import { SiteBadge } from './site-badge.tsx'

/** Shows whether the account has proven that it owns the site, and how to prove it. */
export function SiteVerification({ site: loaded }: { site: Site }) {
  const stores = useStores(createSiteVerificationStores, loaded)
  const site = useStore(stores.$site)
  const isChecking = useStore(stores.$isChecking)
  const problem = useStore(stores.$problem)
  const [method, setMethod] = useState<VerificationMethod>('meta_tag')
  const { domain_name, state, verification } = site.attributes
  useReloadOn(state)

  return (
    <Card title={domain_name} actions={<SiteBadge state={state} />}>
      {state === 'unverified' ? (
        <div className={layout.tight}>
          <p>{messages.unverifiedText}</p>
          <Tabs
            label={messages.site}
            value={method}
            onChange={setMethod}
            tabs={[
              {
                id: 'meta_tag',
                label: messages.methods.meta_tag,
                content: (
                  <div className={layout.tight}>
                    <p>{messages.metaTagText}</p>
                    <CodeBlock label={messages.metaTag} code={verification.meta_tag} />
                  </div>
                )
              },
              {
                id: 'file',
                label: messages.methods.file,
                content: (
                  <div className={layout.tight}>
                    <p>{messages.fileText(verification.file_path)}</p>
                    <CodeBlock label={messages.fileContent} code={verification.token} />
                  </div>
                )
              },
              {
                id: 'dns_txt',
                label: messages.methods.dns_txt,
                content: (
                  <div className={layout.tight}>
                    <p>{messages.dnsText}</p>
                    <CodeBlock label={messages.dnsName} code={verification.dns_name} />
                    <CodeBlock label={messages.dnsValue} code={verification.dns_text} />
                  </div>
                )
              }
            ]}
          />
          {problem && (
            <Notice tone="warning" isLive>
              {problemText(problem)}
            </Notice>
          )}
          <Button isLoading={isChecking} onClick={() => void stores.verify(method)}>
            {messages.check}
          </Button>
        </div>
      ) : (
        <p role="status">{state === 'verified' ? messages.verifiedText : messages.rejectedText}</p>
      )}
    </Card>
  )
}
