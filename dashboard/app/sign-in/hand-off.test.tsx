import { createApi } from '@mille/api/client.ts'
import { createPopupStores } from '@mille/stores/popups/popups.ts'
import { createSessionStores } from '@mille/stores/session/session.ts'
import { createStepUpStores } from '@mille/stores/settings/step-up.ts'
import { sampleUser } from '@mille/stores/shared/sample-documents.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiProvider, AppProvider } from '../page/app-context.tsx'
import { HandOff } from './hand-off.tsx'

const name = 'Your account name: ada'
const number = 'Your account number: 7'
const board = expect.stringMatching(/feedback board.* in your name for 24 hours\.$/)

test('the window lists all that the site gets: the name, the number, and the board where there is one', () => {
  expect(listFor(null)).toEqual([name, number])
  expect(listFor('/suggestions?token=x')).toEqual([name, number, board])
})

function listFor(feedback_url: string | null): (string | null)[] {
  const api = createApi({ transport: async () => new Response() })
  const user = sampleUser()
  const session = createSessionStores(api, { ...user, meta: { ...user.meta, feedback_url } })
  const stepUp = createStepUpStores(api, { get: async () => null })
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <ApiProvider value={api}>
      <AppProvider value={{ session, popups: createPopupStores(), stepUp }}>
        <HandOff origin="https://blog.example" user={user.data} />
      </AppProvider>
    </ApiProvider>
  )
  return Array.from(page.querySelectorAll('li'), it => it.textContent)
}
