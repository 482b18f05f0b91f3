import { createApi } from '@mille/api/client.ts'
import type { ImportPlan, ImportRow } from '@mille/stores/campaigns/campaign-import.ts'
import {
  createFakeTransport,
  errorResponse,
  jsonResponse
} from '@mille/stores/shared/fake-transport.ts'
import { dark, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { ToastProvider } from '@mille/ui/toast/toast.tsx'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ApiProvider } from '../page/app-context.tsx'
import { ImportDialog } from './import-dialog.tsx'

const row = (line: number, own: Partial<ImportRow>): ImportPlan['data'][number] => ({
  type: 'campaign_imports',
  id: String(line),
  attributes: {
    ...{ line, result: 'unchanged', campaign_id: String(line), title: 'Autumn' },
    ...{ changes: [], errors: [], ...own }
  }
})

const changed = row(2, {
  result: 'changed',
  title: 'Learn Bitcoin in a week',
  changes: [
    { column: 'daily_budget', before: '0.001', after: '0.0025' },
    { column: 'creative_link', before: '', after: `https://books.example/${'long'.repeat(30)}` },
    { column: 'creative_state', before: 'approved', after: 'pending' }
  ]
})
const created = row(3, {
  result: 'created',
  campaign_id: null,
  title: 'Bread at seven',
  changes: [
    { column: 'link_text', before: '', after: 'Bread at seven' },
    { column: 'daily_budget', before: '', after: '0.001' }
  ]
})
const refused = row(4, {
  result: 'refused',
  campaign_id: null,
  title: 'Winter',
  errors: [
    {
      column: 'daily_budget',
      code: 'amount_invalid',
      detail: '“1,00” is not an amount in btc: write it with a period, such as 0.001 or 250.'
    },
    { column: null, code: 'state_not_allowed', detail: 'An archived campaign cannot be changed.' }
  ]
})

function planOf(...data: ImportPlan['data']): ImportPlan {
  const count = (result: ImportRow['result']) =>
    data.filter(it => it.attributes.result === result).length
  return {
    data,
    meta: {
      ...{ dry_run: true, plan: 'a'.repeat(64) },
      ...{ created: count('created'), changed: count('changed') },
      ...{ unchanged: count('unchanged'), refused: count('refused') },
      ignored_columns: ['state']
    }
  }
}

type Answer = () => Response | Promise<Response>
const planned =
  (plan: ImportPlan): Answer =>
  () =>
    jsonResponse(plan)
const failed =
  (status: number, code: string, detail = ''): Answer =>
  () =>
    errorResponse(status, code, detail)

const onClose = fn()
const onImported = fn()

/** Sets up the story with a network that gives these answers in turn. The last answer repeats. */
function answering(...answers: Answer[]) {
  return {
    beforeEach() {
      onClose.mockClear()
      onImported.mockClear()
    },
    render() {
      const left = [...answers]
      const { transport } = createFakeTransport(() => {
        const [next = failed(404, 'not_found')] = left.length > 1 ? left.splice(0, 1) : left
        return next()
      })
      return (
        <ApiProvider value={createApi({ transport })}>
          <ToastProvider>
            <main>
              <ImportDialog onClose={onClose} onImported={onImported} />
            </main>
          </ToastProvider>
        </ApiProvider>
      )
    }
  }
}

const meta = preview.meta({
  title: 'Pages/Campaigns/Import',
  tags: ['!autodocs'],
  parameters: { layout: 'fullscreen' }
})

type User = { upload: (element: HTMLElement, file: File) => Promise<void> }

/** Expects that the file input has the focus, and uploads a CSV file. */
async function choose(userEvent: User) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Import campaigns' }))
  const input = dialog.getByLabelText(/^CSV file/, { selector: 'input' })
  await waitFor(() => expect(input).toHaveFocus())
  await userEvent.upload(input, new File(['id\n1'], 'campaigns.csv', { type: 'text/csv' }))
  return dialog
}

type Dialog = Awaited<ReturnType<typeof choose>>

const importButton = (dialog: Dialog) => dialog.queryByRole('button', { name: /^Import \d/ })

async function expectNoOverflow() {
  await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
}

export const NoFile = meta.story(answering())

const allKinds = planOf(changed, created, row(5, {}))

export const Planned = meta.story({
  ...answering(planned(allKinds)),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    const line = await dialog.findByRole('row', { name: /Learn Bitcoin in a week/ })
    await expect(line).toHaveTextContent('daily_budget: 0.001 becomes 0.0025')
    await expect(dialog.queryByRole('row', { name: /Autumn/ })).toBeNull()
    await expect(dialog.getByRole('status')).toHaveTextContent('1 row without a change')
    await expect(dialog.getByRole('status')).toHaveTextContent('An operator reviews new campaigns')
    const button = importButton(dialog)
    await expect(button).toHaveAccessibleName('Import 2 changes')
    button?.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await expect(onImported).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.getByText('2 campaigns imported')).toBeVisible())
    await expectNoOverflow()
  }
})

const withRefused = {
  ...answering(planned(planOf(changed, created, refused))),
  async play({ userEvent }: { userEvent: User }) {
    const dialog = await choose(userEvent)
    const line = await dialog.findByRole('row', { name: /Winter/ })
    await expect(line).toHaveTextContent('daily_budget: “1,00” is not an amount in btc')
    await expect(line).toHaveTextContent('The row: An archived campaign cannot be changed.')
    await expect(importButton(dialog)).toBeNull()
    await expectNoOverflow()
  }
}

export const Refused = meta.story(withRefused)
export const RefusedOnPhone = meta.story({
  ...withRefused,
  globals: { viewport: { value: 'phone' } }
})
export const RefusedDark = meta.story({ ...withRefused, ...dark })
export const RefusedRightToLeft = meta.story({ ...withRefused, ...rightToLeft })

export const NothingToDo = meta.story({
  ...answering(planned(planOf(row(2, {}), row(3, {})))),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await dialog.findByText(/^There is nothing to import/)
    await expect(importButton(dialog)).toBeNull()
  }
})

export const EmptyFile = meta.story({
  ...answering(failed(422, 'csv_invalid', 'The file has no row below the names of its columns.')),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await dialog.findByText('The file has no row below the names of its columns.')
    await expect(dialog.getByLabelText(/^CSV file/, { selector: 'input' })).toHaveAttribute(
      'aria-invalid',
      'true'
    )
    await expect(importButton(dialog)).toBeNull()
  }
})

export const Busy = meta.story({
  ...answering(() => new Promise<Response>(() => undefined)),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await expect(dialog.getByRole('status')).toHaveTextContent('Checking what would change…')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeEnabled()
  }
})

export const NotChecked = meta.story({
  ...answering(failed(503, 'unavailable'), planned(allKinds)),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await expect(await dialog.findByRole('alert')).toHaveTextContent('could not be checked')
    await expect(dialog.getByText('campaigns.csv')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(importButton(dialog)).toBeVisible())
    await expect(dialog.queryByRole('alert')).toBeNull()
  }
})

export const NotImported = meta.story({
  ...answering(planned(allKinds), failed(503, 'unavailable')),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 2 changes' }))
    await expect(await dialog.findByRole('alert')).toHaveTextContent('is not imported twice')
    await expect(importButton(dialog)).toBeEnabled()
    await expect(onClose).not.toHaveBeenCalled()
  }
})

export const ChangedMeanwhile = meta.story({
  ...answering(
    planned(allKinds),
    failed(409, 'import_changed'),
    planned(planOf(created, row(5, {})))
  ),
  async play({ userEvent }) {
    const dialog = await choose(userEvent)
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 2 changes' }))
    await dialog.findByText('Your campaigns changed in the meantime')
    await waitFor(() => expect(importButton(dialog)).toHaveAccessibleName('Import 1 change'))
    await expect(onClose).not.toHaveBeenCalled()
  }
})
