import { createApi } from '@mille/api/client.ts'
import { createNotificationsStores } from '@mille/stores/notifications/notifications.ts'
import { createDepositStores } from '@mille/stores/payments/deposit.ts'
import { createFakeTransport, errorResponse } from '@mille/stores/shared/fake-transport.ts'
import { expect, test } from 'vitest'
import { trafficSelectionMessages } from '../../dashboard/app/traffic-selection/messages.ts'

// The specification gives these three texts literally, so a revision of the English texts must not change them.
test('failures say the three texts that the specification names', async () => {
  const { transport } = createFakeTransport(() => errorResponse(500, 'internal'))
  const api = createApi({ transport })
  const notifications = createNotificationsStores(api, { userId: '7', unread: 1, list: null })
  await notifications.markRead('2')
  expect(notifications.$problem.get()).toBe('Mark as read failed')
  const deposit = createDepositStores(api, {
    depositable: { id: '7', type: 'user' },
    document: null,
    currency: null,
    paymentMethod: null
  })
  expect(deposit.$error.get()).toBe('Initialize error')
  expect(trafficSelectionMessages.failed).toBe('Something went wrong')
})
