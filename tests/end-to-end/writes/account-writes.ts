import type { Known, Write, WriteWorld } from './write.ts'

/** Writes for signing in and out, and for account settings. */
export const accountWrites: readonly Write[] = [
  {
    call: 'POST /api/v1/user/sign_in',
    who: 'visitor',
    path: '/user/sign_in?popup=ENTER_ACCESS_POPUP',
    setup: async world => {
      const known = await signUp(world)
      await world.page.context().clearCookies()
      return known
    },
    steps: [{ 'Access code': '{code}' }],
    send: 'Sign in'
  },
  {
    call: 'DELETE /api/v1/user/session',
    who: 'newcomer',
    path: '/settings',
    steps: ['Anonymous account'],
    send: 'Sign out',
    over: [401]
  },
  {
    call: 'PUT /api/v1/user/account_code',
    who: 'visitor',
    path: '/settings',
    setup: signUp,
    send: 'I have saved it'
  },
  {
    call: 'POST /api/v1/user/account_code',
    who: 'newcomer',
    path: '/settings',
    steps: ['Get a new account code'],
    send: 'Get a new account code'
  },
  {
    call: 'POST /api/v1/user/step_up',
    who: 'visitor',
    path: '/settings',
    setup: async world => {
      const known = await signUp(world)
      await world.api.accounts.confirmAccountCode()
      await world.server.query('update sessions set stepped_up_at = null')
      return known
    },
    steps: ['Get a new account code', 'Get a new account code', { Code: '{code}' }],
    send: 'Confirm'
  },
  {
    call: 'DELETE /api/v1/users/{id}',
    who: 'newcomer',
    path: '/settings',
    steps: ['Delete account'],
    send: 'Delete account',
    over: [401],
    count: 'select count(*) from users where deleted_at is not null'
  },
  {
    call: 'POST /api/v1/user/confirmations',
    who: 'visitor',
    path: '/user/confirm?token={token}',
    setup: async ({ api, server }) => {
      const email = `${crypto.randomUUID()}@example.com`
      await api.accounts.signUp({ email })
      const [mail] = await server.query(`select text from mails where recipient = '${email}'`)
      return { token: /token=([\w-]+)/.exec(String(mail?.text))?.[1] ?? '' }
    },
    send: 'Confirm'
  },
  {
    call: 'PATCH /api/v1/notification_preferences',
    who: 'newcomer',
    path: '/settings/notifications',
    setup: async ({ api, server }) => {
      const user = await api.accounts.readCurrentUser()
      const id = user.ok ? user.value.data.id : ''
      await server.query(
        `update users set email = '${id}@example.com', email_confirmed_at = now() where id = ${id}`
      )
      return undefined
    },
    send: /: Email$/
  }
]

async function signUp({ api }: WriteWorld): Promise<Known> {
  const made = await api.accounts.signUp({ anonymous: true })
  if (!made.ok) throw new Error(made.code)
  return { code: made.value.meta.access_code ?? '' }
}
