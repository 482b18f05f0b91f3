import { dark, inFrame, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import preview from '../../../../.storybook/preview.tsx'
import { reasonMessages } from './reason-messages.ts'
import { RejectDialog } from './reject-dialog.tsx'

const meta = preview.meta({
  title: 'Admin/Reject dialog',
  component: RejectDialog,
  args: { isOpen: true, onOpenChange: fn(), onReject: fn(), reasons: reasonMessages.ad }
})

const reasonField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })

export const ByKey = meta.story({
  async play({ args }) {
    const field = await reasonField()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Misleading' })).toHaveFocus())
    await userEvent.keyboard('2')
    await expect(field).toHaveValue(reasonMessages.ad[1]?.text)
    await expect(screen.getByRole('button', { name: 'Reject' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onReject).toHaveBeenCalledWith(reasonMessages.ad[1]?.text)
  }
})
export const PressedAndEdited = meta.story({
  async play() {
    const field = await reasonField()
    const chip = screen.getByRole('button', { name: 'Wrong language' })
    await userEvent.click(chip)
    await expect(chip).toHaveAttribute('aria-pressed', 'true')
    await userEvent.type(field, ' See line 2.')
    await expect(field).toHaveValue(`${reasonMessages.ad[6]?.text} See line 2.`)
  }
})
export const ForSites = meta.story({ args: { reasons: reasonMessages.site } })
export const WithoutReasons = meta.story({ args: { reasons: [] } })
export const Narrow = ForSites.extend({ decorators: [inFrame('320px')] })
export const Dark = ForSites.extend(dark)
export const RightToLeft = ForSites.extend(rightToLeft)
