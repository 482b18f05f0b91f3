import { createTeamStores } from '@mille/stores/settings/team.ts'
import { PageHeader } from '@mille/ui/page-header/page-header.tsx'
import { useGuardedStores } from '../page/app-context.tsx'
import layout from '../page/layout.module.css'
import { answerOf } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'
import { pageTitle, type TitleArgs } from '../page/page-title.ts'
import type { Route } from './+types/team-page.ts'
import { InviteForm } from './invite-form.tsx'
import { MembersCard } from './members-card.tsx'
import { MembershipsCard } from './memberships-card.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { teamMessages as messages } from './team-messages.ts'

async function load(args: LoadArgs) {
  const { api } = args.context.get(pageContext)
  const [members, memberships] = await Promise.all([
    api.members.listMembers(),
    api.members.listMemberships()
  ])
  return { members: answerOf(members, args), memberships: answerOf(memberships, args) }
}

export const loader = load
export const clientLoader = load
export const meta = ({ matches }: TitleArgs) => pageTitle(matches, messages.title)

export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const stores = useGuardedStores(createTeamStores, loaderData)
  return (
    <div className={layout.stack}>
      <SettingsNav />
      <PageHeader title={messages.title} description={messages.description} />
      <MembershipsCard stores={stores} />
      <MembersCard stores={stores} />
      <InviteForm stores={stores} />
    </div>
  )
}
