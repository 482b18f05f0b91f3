import type { Write, WriteWorld } from './write.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** Writes that pay money out, and the operators' decisions on them. */
export const moneyWrites: readonly Write[] = [
  {
    call: 'POST /api/v1/withdrawals',
    who: 'advertiser',
    path: '/finances/withdraw',
    steps: [{ 'Recipient address': address, Amount: '0.001' }],
    send: 'Withdraw',
    count: 'select count(*) from withdrawals'
  },
  {
    call: 'PATCH /api/v1/admin/deposits/{id}',
    who: 'operator',
    path: '/admin/payouts',
    setup: queueDeposit,
    steps: ['Assign', { 'Account number': '{person}' }],
    send: 'Assign',
    count: 'select count(*) from deposits where user_id is not null'
  },
  {
    call: 'POST /api/v1/admin/deposits/{id}/put_away',
    who: 'operator',
    path: '/admin/payouts',
    setup: queueDeposit,
    steps: ['Dismiss', { Reason: 'Dust' }],
    send: 'Dismiss this payment',
    count: 'select count(*) from deposits where put_away_at is not null'
  },
  {
    call: 'POST /api/v1/automatic_payouts',
    who: 'advertiser',
    path: '/finances/withdraw',
    steps: [{ 'Address for BTC': address, 'Threshold in BTC': '0.01' }],
    send: 'Turn on',
    count: 'select count(*) from automatic_payouts'
  },
  {
    call: 'DELETE /api/v1/automatic_payouts/{id}',
    who: 'advertiser',
    path: '/finances/withdraw',
    setup: async ({ api }) => {
      await api.payments.setAutomaticPayout({ token_code: 'BTC', address, threshold: '1000000' })
      return undefined
    },
    send: 'Turn off',
    over: [404]
  },
  {
    call: 'POST /api/v1/admin/payouts/release',
    who: 'operator',
    path: '/admin/payouts',
    setup: async ({ server }) => {
      await server.query(`with made as (
          insert into restores (backup_at, restored_at, gap) values (now(), now(), 0) returning id
        ) insert into chain_searches (restore_id, chain, first_index, checked_at)
        select made.id, name, 0, now() from made, chains`)
      return undefined
    },
    send: 'Resume payouts',
    count: 'select count(*) from restores where released_at is not null'
  }
]

/** Adds a deposit that is not assigned to any account. */
async function queueDeposit({ server }: WriteWorld): Promise<undefined> {
  await server.query(`insert into deposits (chain, transaction_id, output, address, token_code, asset, amount, seen_at)
    values ('bitcoin', '${crypto.randomUUID()}', 0, '${address}', 'BTC', 'BTC', 5000, now())`)
}
