import { type LegalKind, legalKinds } from '@mille/api/constants.ts'
import type { LegalPageDocument } from '@mille/api/legal/endpoints.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { EmptyState } from '@mille/ui/empty-state/empty-state.tsx'
import { Link } from '@mille/ui/link/link.tsx'
import { Notice } from '@mille/ui/notice/notice.tsx'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { data } from 'react-router'
import { Description } from '../marketplace/description.tsx'
import { formatDate } from '../page/formats.ts'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/legal-page.ts'
import { legalTitles, legalMessages as messages } from './messages.ts'

async function load(args: LoadArgs<{ kind: string }>) {
  const { api } = args.context.get(pageContext)
  const kind = legalKinds.find(it => it === args.params.kind)
  if (kind === undefined) throw data(null, { status: 404 })
  const version = new URL(args.request.url).searchParams.get('version')
  const read = await api.legal.readLegalPage({ id: kind, ...(version !== null && { version }) })
  // A page that has no version yet says so, instead of being an address without a page.
  if (!read.ok && read.status === 404 && version === null)
    return data({ kind, page: null }, { status: 404 })
  return data({ kind, page: answerOf(read, args) })
}

export const loader = load
export const clientLoader = load
export const meta = ({ loaderData, matches }: TitleArgs<Route.MetaArgs['loaderData']>) =>
  pageTitle(matches, loaderData ? legalTitles[loaderData.kind] : '')

/** The terms, the privacy policy or the imprint: the current version, or an earlier one. */
export default function LegalPage({ loaderData: { kind, page } }: Route.ComponentProps) {
  return page === null ? <NotPublished kind={kind} /> : <Published kind={kind} page={page} />
}

function NotPublished({ kind }: { kind: LegalKind }) {
  return (
    <div className={layout.stack}>
      <PageHeader title={legalTitles[kind]} />
      <EmptyState
        icon="info"
        title={messages.notPublished(kind)}
        action={<Button href="#live-chat">{messages.contact}</Button>}
      >
        {messages.notPublishedText}
      </EmptyState>
    </div>
  )
}

function Published({ kind, page }: { kind: LegalKind; page: LegalPageDocument }) {
  const { version, published_at, tree } = page.data.attributes
  const { versions } = page.meta
  const current = versions[0]?.version ?? version
  return (
    <div className={layout.stack}>
      <PageHeader
        title={legalTitles[kind]}
        description={messages.description(version, formatDate(published_at))}
      />
      {version !== current && (
        <Notice
          tone="warning"
          action={
            <Button size="small" href={`/legal/${kind}`}>
              {messages.readCurrent}
            </Button>
          }
        >
          {messages.earlier(current)}
        </Notice>
      )}
      <Card>
        <Description tree={tree} heading="h2" />
      </Card>
      {versions.length > 1 && (
        <Card title={messages.versions}>
          <ul className={layout.plainList}>
            {versions.map(it => (
              <li key={it.version}>
                <Link
                  href={`/legal/${kind}?version=${it.version}`}
                  aria-current={it.version === version ? 'true' : undefined}
                >
                  {messages.version(it.version)}
                </Link>
                , {formatDate(it.published_at)}
                {it.version === version && ` (${messages.shown})`}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
