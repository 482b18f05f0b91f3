import type { Known, Write, WriteWorld } from './write.ts'

export const visitorWrites: readonly Write[] = [
  {
    call: 'POST /api/v1/user/access_codes',
    who: 'visitor',
    path: '/user/sign_in',
    steps: [{ 'Email address': 'ada@example.com' }],
    send: 'Email me a code',
    count: "select count(*) from mails where recipient = 'ada@example.com'"
  },
  {
    call: 'POST /api/v1/users',
    who: 'visitor',
    path: '/#create-account',
    steps: [{ 'Email address': 'grace@example.com' }],
    send: 'Create account',
    count: "select count(*) from mails where recipient = 'grace@example.com'"
  },
  {
    call: 'POST /api/v1/users',
    who: 'visitor',
    path: '/#create-account',
    steps: ['Continue without an email address'],
    send: 'Create anonymous account',
    count: 'select count(*) from users'
  },
  {
    call: 'POST /api/v1/shown_creatives/{id}/reports',
    who: 'visitor',
    path: '/about-ad?creative={shown}&unit=1',
    setup: findShown,
    steps: ['Misleading', { 'Note optional': 'It promises a doubling.' }],
    send: 'Send report',
    count: 'select count(*) from creative_reports'
  },
  {
    call: 'PATCH /api/v1/users/{id}',
    who: 'newcomer',
    path: '/settings',
    steps: [{ 'Name optional': 'newcomer-1' }],
    send: 'Save',
    count: "select count(*) from users where username = 'newcomer-1'"
  },
  {
    call: 'DELETE /api/v1/user/sessions/{id}',
    who: 'newcomer',
    path: '/settings',
    setup: addSession,
    send: /^Revoke the session of/,
    over: [404]
  },
  {
    call: 'DELETE /api/v1/user/sessions',
    who: 'newcomer',
    path: '/settings',
    setup: addSession,
    send: 'Revoke all other sessions'
  },
  {
    call: 'POST /api/v1/chat/messages',
    who: 'newcomer',
    path: '/marketplace#live-chat',
    steps: [{ 'Your message': 'Is anybody there?' }],
    send: 'Send',
    says: 'Not sent. Try again.',
    count: 'select count(*) from chat_messages'
  },
  {
    call: 'POST /api/v1/chat/pictures',
    who: 'newcomer',
    path: '/marketplace#live-chat',
    send: { upload: [300, 250] },
    says: 'The picture could not be uploaded',
    again: 'Try again'
  }
]

/** Finds a creative that has not been reported yet: this network counts one report per creative. */
async function findShown({ server }: WriteWorld): Promise<Known> {
  const [row] = await server.query(`
    select min(id) as id from creatives
    where state = 'live' and id not in (select creative_id from creative_reports)`)
  return { shown: String(row?.id) }
}

async function addSession({ server, api }: WriteWorld): Promise<undefined> {
  const user = await api.accounts.readCurrentUser()
  const id = user.ok ? user.value.data.id : ''
  await server.query(`insert into sessions (id_hash, user_id, user_agent, created_at, last_seen_at, expires_at)
    values (sha256('${crypto.randomUUID()}'), ${id}, 'Firefox', now(), now(), now() + interval '1 day')`)
}
