import { inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { MemoryRouter } from 'react-router'
import preview from '../../../.storybook/preview.tsx'
import { AdminNav } from './admin-nav.tsx'

type Args = { path: string; roles: readonly string[] }

const queues = [
  { name: 'creatives', waiting: 12, oldest_at: null },
  { name: 'withdrawals', waiting: 3, oldest_at: null },
  { name: 'conversations', waiting: 1, oldest_at: null }
] as const

const meta = preview.meta({
  component: NavStory,
  title: 'Dashboard/Admin navigation',
  decorators: [inFrame('16rem')],
  args: { path: '/admin', roles: ['admin'] } as Args
})

export const Operator = meta.story()
export const Reviewer = meta.story({ args: { path: '/admin/creatives', roles: ['reviewer'] } })
export const Support = meta.story({ args: { path: '/admin/chat', roles: ['support'] } })
export const Finance = meta.story({ args: { path: '/admin/payouts', roles: ['finance'] } })
export const SeveralRoles = meta.story({
  args: { path: '/admin/users', roles: ['support', 'finance'] }
})
export const RightToLeft = meta.story({ ...rightToLeft, args: { roles: ['admin'] } })

function NavStory({ path, roles }: Args) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <AdminNav queues={queues} roles={roles} />
    </MemoryRouter>
  )
}
