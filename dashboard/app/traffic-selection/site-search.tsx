import type { TrafficSite } from '@mille/api/traffic-selection/endpoints.ts'
import { createSiteSearchStores } from '@mille/stores/site-search/site-search.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { LoadMore } from '@mille/ui/load-more/load-more.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import { TextField } from '@mille/ui/text-field/text-field.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { useApi } from '../page/app-context.tsx'
import { formatCount } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { commonMessages, problemText } from '../page/messages.ts'
import { Choice } from './choice.tsx'
import { trafficSelectionMessages as messages } from './messages.ts'
import styles from './traffic.module.css'
import type { TrafficTableProps } from './traffic-table.tsx'

/** Finds sites by a part of their name. */
export function SiteSearch({ stores, onDetails }: TrafficTableProps) {
  const api = useApi()
  const search = useMemo(() => createSiteSearchStores(api), [api])
  const query = useStore(search.$query)
  const state = useStore(search.$search)
  const hasMore = useStore(search.$hasMore)
  useEffect(() => search.stop, [search])
  const sites = state.status === 'empty' ? [] : state.sites

  return (
    <div className={layout.tight}>
      <TextField
        label={messages.find}
        help={messages.findHelp}
        name="query"
        type="search"
        autoComplete="off"
        value={query}
        onChange={event => search.type(event.target.value)}
      />
      <p role="status" className={`${layout.soft} ${layout.small}`}>
        {state.status === 'loading' && messages.searching}
        {state.status === 'success' &&
          (state.records === 0 ? messages.notFound : messages.found(state.records))}
      </p>
      {state.status === 'loading' && sites.length === 0 && <Skeleton lines={4} />}
      {sites.length > 0 && (
        <ul className={styles.list}>
          {sites.map(site => (
            <Found key={site.id} site={site} onDetails={onDetails}>
              <Choice
                stores={stores}
                type="site"
                item={{ id: site.id, name: site.attributes.domain_name }}
              />
            </Found>
          ))}
        </ul>
      )}
      {state.status === 'error' && (
        <Notice
          tone="alarm"
          isLive
          action={
            <Button size="small" onClick={() => void search.loadMore()}>
              {commonMessages.retry}
            </Button>
          }
        >
          {problemText(state.problem)}
        </Notice>
      )}
      {state.status === 'success' && hasMore && (
        <LoadMore
          shown={sites.length}
          total={state.records}
          onLoadMore={() => void search.loadMore()}
        />
      )}
    </div>
  )
}

type FoundProps = {
  site: TrafficSite
  onDetails: TrafficTableProps['onDetails']
  children: React.ReactNode
}

function Found({ site, onDetails, children }: FoundProps) {
  const { domain_name, avg_all_impressions } = site.attributes
  return (
    <li className={styles.item}>
      <span className={styles.words}>
        <button type="button" className={layout.textButton} onClick={() => onDetails(site)}>
          {domain_name}
        </button>
        <span className={`${layout.soft} ${layout.small}`}>
          {formatCount(avg_all_impressions)} {messages.columns.impressions.toLowerCase()}
        </span>
      </span>
      {children}
    </li>
  )
}
