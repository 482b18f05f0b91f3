import type { Known, Write, WriteWorld } from './write.ts'

export const operatorWrites: readonly Write[] = [
  {
    call: 'PATCH /api/v1/admin/creatives/{id}',
    who: 'operator',
    path: '/admin/creatives',
    steps: ['Reject', { Reason: 'The words promise too much.' }],
    send: 'Reject',
    count: "select count(*) from creatives where state = 'rejected'"
  },
  {
    call: 'PATCH /api/v1/admin/reported_creatives/{id}',
    who: 'operator',
    path: '/admin/reports',
    setup: addReport,
    steps: ['Reject creative', { Reason: 'It promises a doubling.' }],
    send: 'Reject',
    count: "select count(*) from creative_reports where decision = 'reject'"
  },
  {
    call: 'PATCH /api/v1/admin/sites/{id}',
    who: 'operator',
    path: '/admin/sites',
    steps: ['Reject', { Reason: 'Nothing is on it.' }],
    send: 'Reject',
    count: "select count(*) from sites where state = 'rejected'"
  },
  {
    call: 'PATCH /api/v1/admin/publication_offers/{id}',
    who: 'operator',
    path: '/admin/offers',
    steps: ['Reject', { Reason: 'It says too little.' }],
    send: 'Reject',
    count: "select count(*) from publication_offers where state = 'rejected'"
  },
  {
    call: 'PATCH /api/v1/admin/publication_disputes/{id}',
    who: 'operator',
    path: '/admin/disputes/{dispute}',
    steps: [{ Reason: 'The note is there.' }],
    send: 'Pay the publisher',
    count: "select count(*) from publication_order_events where to_state = 'completed'"
  },
  {
    call: 'POST /api/v1/admin/users/{id}/adjustments',
    who: 'operator',
    path: '/admin/users/{person}',
    steps: [{ Amount: '0.001', Reason: 'A bank transfer' }],
    send: 'Adjust balance',
    count: 'select count(*) from adjustments'
  },
  {
    call: 'PATCH /api/v1/admin/users/{id}',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: addStranger,
    steps: ['Make operator'],
    send: 'Make operator',
    // The second operator requests that a third one is added.
    count: "select count(*) from users where 'admin' = any(roles) or operator_asked_by is not null"
  },
  {
    call: 'DELETE /api/v1/admin/users/{id}/sessions',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: addStranger,
    send: 'Sign out everywhere'
  },
  {
    call: 'POST /api/v1/admin/users/{id}/notes',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: addStranger,
    steps: [{ 'New note': 'Calls on Mondays.' }],
    send: 'Add note',
    count: 'select count(*) from account_notes'
  },
  {
    call: 'POST /api/v1/admin/users/{id}/suspensions',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: addStranger,
    steps: ['Suspend or freeze', /^Everything/, { Reason: 'The case is looked at.' }],
    send: 'Suspend account',
    count: 'select count(*) from account_suspensions'
  },
  {
    call: 'DELETE /api/v1/admin/users/{id}/suspensions/current',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: async world => {
      const known = await addStranger(world)
      await world.server.query(`insert into account_suspensions (user_id, reason, started_at, started_by)
        values (${known.stranger}, 'The case is looked at.', now(), ${world.furniture.person})`)
      return known
    },
    send: 'Lift suspension',
    count: 'select count(*) from account_suspensions where ended_at is not null'
  },
  {
    call: 'POST /api/v1/admin/announcements',
    who: 'operator',
    path: '/admin/announcements',
    steps: ['New announcement', { Title: 'A pause on Sunday', Text: 'From two until three.' }],
    send: 'Publish',
    count: 'select count(*) from announcements'
  },
  {
    call: 'POST /api/v1/admin/legal_pages',
    who: 'operator',
    path: '/admin/legal',
    steps: [{ Text: 'Take part as you like.' }, 'Publish'],
    send: 'Publish',
    count: 'select count(*) from legal_pages'
  },
  {
    call: 'PATCH /api/v1/admin/announcements/{id}',
    who: 'operator',
    path: '/admin/announcements',
    setup: async ({ as }) => {
      const operator = await as('operator')
      await operator.announcements.createAnnouncement({ header: 'A pause', content: 'On Sunday.' })
      return undefined
    },
    steps: ['End'],
    send: 'End',
    count: 'select count(*) from announcements where ends_at <= now()'
  },
  {
    call: 'POST /api/v1/admin/coupons',
    who: 'operator',
    path: '/admin/coupons',
    steps: [{ Code: 'SUMMER-26' }],
    send: 'Create coupon',
    count: 'select count(*) from coupons'
  },
  {
    call: 'PATCH /api/v1/admin/coupons/{id}',
    who: 'operator',
    path: '/admin/coupons',
    setup: async ({ as }) => {
      const operator = await as('operator')
      const made = await operator.coupons.createCoupon({ code: 'AUTUMN-26', effect: 'half_fee' })
      if (!made.ok) throw new Error(made.code)
      return undefined
    },
    send: 'End now: AUTUMN-26',
    count: 'select count(*) from coupons where expires_at <= now()'
  },
  {
    call: 'PATCH /api/v1/admin/earnings/{id}',
    who: 'operator',
    path: '/admin/traffic',
    steps: [/^Hold: /, { 'Reason (shown to the publisher)': 'Too many clicks' }],
    send: 'Put the earnings on hold',
    count: 'select count(*) from earning_holds'
  },
  {
    call: 'PATCH /api/v1/admin/invalid_traffic/ad_units/{id}',
    who: 'operator',
    path: '/admin/traffic',
    send: /^Exclude: Calculator/
  },
  {
    call: 'PATCH /api/v1/admin/invalid_traffic/visitors/{id}',
    who: 'operator',
    path: '/admin/traffic',
    send: /^Exclude: [0-9a-f]{8},/
  },
  {
    call: 'PATCH /api/v1/admin/settings/{id}',
    who: 'operator',
    path: '/admin/settings',
    steps: [{ Fee: '21' }],
    send: 'Save'
  },
  {
    call: 'PATCH /api/v1/admin/catalogue/{id}',
    who: 'operator',
    path: '/admin/settings',
    steps: [/^\d+ of \d+ are offered$/],
    send: 'Stop offering: 120 × 60'
  },
  {
    call: 'POST /api/v1/admin/brand_logos',
    who: 'operator',
    path: '/admin/settings',
    steps: [{ picture: [256, 64] }],
    send: 'Save brand',
    count: 'select count(*) from brand_logos'
  },
  {
    call: 'POST /api/v1/admin/ledger_checks',
    who: 'operator',
    path: '/admin/health',
    send: 'Verify the ledger'
  },
  {
    call: 'PATCH /api/v1/admin/suggestions/{id}',
    who: 'operator',
    path: '/admin/suggestions',
    setup: async ({ as }) => {
      const operator = await as('operator')
      const made = await operator.support.createSuggestion({ title: 'Something to answer' })
      if (!made.ok) throw new Error(made.code)
      return undefined
    },
    steps: [{ 'Reply optional': 'It is planned.' }],
    send: 'Save',
    count: "select count(*) from suggestions where reply = 'It is planned.'"
  },
  {
    call: 'PATCH /api/v1/admin/chat/letters/{id}',
    who: 'operator',
    path: '/admin/chat',
    setup: leaveLetter,
    send: 'Mark as answered',
    count: 'select count(*) from chat_letters where answered_at is not null'
  },
  {
    call: 'POST /api/v1/admin/chat/conversations/{id}/messages',
    who: 'operator',
    path: '/admin/chat/{person}',
    setup: askInChat,
    steps: [{ 'Your reply': 'In a minute.' }],
    send: 'Send',
    count: 'select count(*) from chat_messages'
  },
  {
    call: 'POST /api/v1/admin/chat/conversations/{id}/pictures',
    who: 'operator',
    path: '/admin/chat/{person}',
    setup: askInChat,
    send: { upload: [300, 250] },
    again: 'Try again'
  },
  {
    call: 'PUT /api/v1/admin/users/{id}/premium',
    who: 'operator',
    path: '/admin/users/{stranger}',
    setup: async world => {
      const known = await addStranger(world)
      const { stranger } = known
      await world.server.query(
        `update users set email = '${stranger}@example.com', email_confirmed_at = now() where id = ${stranger}`
      )
      return known
    },
    steps: [{ Contact: 'Ada at the network' }],
    send: 'Make Premium',
    count: 'select count(*) from premium_periods'
  },
  {
    call: 'PATCH /api/v1/admin/adjustments/{id}',
    who: 'operator',
    path: '/admin/users',
    setup: async world => {
      const { stranger } = await addStranger(world)
      const { person } = world.furniture
      await world.server.query(`insert into adjustments (user_id, asset, amount, reason, made_by, made_at, state)
        values (${stranger}, 'BTC', 700, 'A bank transfer', ${person}, now(), 'pending')`)
      return undefined
    },
    send: 'Reject',
    count: "select count(*) from adjustments where state = 'rejected'"
  }
]

async function addReport({ server }: WriteWorld): Promise<undefined> {
  await server.query(`
    insert into creative_reports (creative_id, unit_id, reason, created_at)
    select max(creatives.id), (select min(id) from ad_units), 'misleading', now() from creatives where state = 'live'`)
}

async function askInChat({ as }: WriteWorld): Promise<undefined> {
  const { support } = await as('advertiser')
  await support.sendChatMessage({ text: 'Is anybody there?' })
}

async function leaveLetter({ as }: WriteWorld): Promise<undefined> {
  const { support } = await as('visitor')
  const letter_id = crypto.randomUUID()
  await support.sendLetter({ letter_id, email: 'reader@example.com', text: 'What does it cost?' })
}

async function addStranger({ server }: WriteWorld): Promise<Known> {
  const [row] = await server.query(
    `insert into users (account_code_hash, created_at) values (sha256('${crypto.randomUUID()}'), now()) returning id`
  )
  return { stranger: String(row?.id) }
}
