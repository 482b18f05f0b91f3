import { createTestSigner, depositBitcoin, takeTurn } from '@mille/testing/payments.ts'
import { startRegtest } from '@mille/testing/regtest.ts'
import { createTestApp } from '@mille/testing/test-app.ts'
import { expect, test } from 'vitest'
import { openPublicLog } from '../public-log/index.ts'
import { showAnchors } from './anchors.ts'

test('a transaction, or the script of its output, is held against the log', async () => {
  const regtest = await startRegtest()
  const signer = createTestSigner(regtest)
  await signer.start()
  const app = await createTestApp()
  const { context } = app
  const { payments } = context.config
  payments.isAnchoring = true
  try {
    await openPublicLog(context)
    expect((await showAnchors(context, undefined)).text).toContain('No payout has carried')
    await expect(showAnchors(context, 'ab'.repeat(32))).rejects.toThrow(
      'No Bitcoin node is connected'
    )
    payments.bitcoin = regtest.config
    payments.signerSocket = signer.socket
    const user = await app.signIn()
    const deposit = await depositBitcoin(context, regtest, user, '0.05')
    await user.api.security.stepUp({ access_code: user.accessCode })
    const address = await regtest.rpc.wallet<string>('getnewaddress')
    const asked = { token_code: 'BTC' as const, address, amount: '1000000' }
    expect(await user.api.payments.createWithdrawal(asked)).toMatchObject({ ok: true })
    await takeTurn(context, regtest, signer.socket)
    const list = await showAnchors(context, undefined)
    expect(list.text).toMatch(/^[0-9a-f]{64}: 1 entry of .*\/log, waiting for confirmation$/)

    const id = list.text.slice(0, 64)
    const [block] = await regtest.mine(1)
    await takeTurn(context, regtest, signer.socket)
    expect((await showAnchors(context, undefined)).text).toContain(`(${block}), 1 confirmation`)
    const [note] = await context.db.selectFrom('public_log_checkpoints').select('note').execute()
    const lines = note?.note.split('\n\n')[0] ?? ''
    const checked = await showAnchors(context, id.toUpperCase())
    expect(checked.failed).not.toBe(true)
    expect(checked.text).toContain(`${lines}\n`)
    expect(checked.text).toContain(`in block ${block}`)

    const { hash } = await context.db
      .selectFrom('payout_anchors')
      .select('hash')
      .executeTakeFirstOrThrow()
    const script = `6a266d696c6c6531${hash.toString('hex')}`
    expect((await showAnchors(context, script)).text).toContain(lines)
    expect(await showAnchors(context, `${script.slice(0, -2)}00`)).toMatchObject({ failed: true })
    expect(await showAnchors(context, deposit)).toMatchObject({
      failed: true,
      text: expect.stringContaining('does not carry a checkpoint')
    })
    expect(await showAnchors(context, 'ab'.repeat(32))).toMatchObject({
      failed: true,
      text: expect.stringContaining('does not know the transaction')
    })
    for (const wrong of ['7', `${script}00`, `6a24${script.slice(4)}`])
      await expect(showAnchors(context, wrong)).rejects.toThrow('Pass a transaction ID')
    await regtest.stop()
    await expect(showAnchors(context, id)).rejects.toThrow('The Bitcoin node gives no answer')
  } finally {
    await app.close()
    await signer.dispose()
    await regtest.dispose()
  }
}, 120_000)
