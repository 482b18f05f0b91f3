import type { CodeCheck as Checked, CodeFinding } from '@mille/api/ad-units/endpoints.ts'
import { jsonResponse } from '@mille/stores/shared/fake-transport.ts'
import { sampleAdUnit } from '@mille/stores/shared/sample-documents.ts'
import { dark, inFrame, longText, rightToLeft } from '@mille/ui/shared/story-frame.tsx'
import { expect, waitFor } from 'storybook/test'
import { ApiFrame } from '../../../.storybook/api-frame.tsx'
import preview from '../../../.storybook/preview.tsx'
import { CodeCheck } from './code-check.tsx'

type FrameProps = { found: Partial<Checked['attributes']> }

/** The code check with a server that answers with the given findings. */
function Frame({ found }: FrameProps) {
  const attributes = { ...nothingWrong, ...found }
  return (
    <ApiFrame
      answer={() => jsonResponse({ data: { type: 'code_checks', id: '7', attributes } }, 201)}
    >
      <CodeCheck unit={sampleAdUnit('7')} />
    </ApiFrame>
  )
}

const nothingWrong: Checked['attributes'] = {
  page_url: 'https://blog.example/',
  state: 'found',
  form: 'script',
  findings: [],
  other_unit_ids: [],
  problem: null
}
const script = '<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>'
const element =
  '<mille-ad unit="7" size="300x250" style="display:block;width:300px;max-width:100%;height:250px;"></mille-ad>'
const wrong = '<mille-ad unit="7" size="728x90" />'
const finding = (code: CodeFinding['code'], rest: Partial<CodeFinding>): CodeFinding => ({
  code,
  detail: null,
  line: null,
  replacement: null,
  ...rest
})
const problems: CodeFinding[] = [
  finding('self_closed', { line: wrong, replacement: element }),
  finding('size_differs', { line: wrong, replacement: element }),
  finding('unit_repeated', { line: '<mille-ad unit="7">' }),
  finding('module_missing', { line: script.replace(' type="module"', ''), replacement: script }),
  finding('preload_differs', {
    line: '<link rel="preload" href="https://ads.example/serve/units/7">'
  }),
  finding('policy_blocks', {
    detail: 'connect-src',
    line: "connect-src 'self'",
    replacement: "connect-src 'self' https://ads.example"
  }),
  finding('policy_blocks', { detail: 'script-src', line: "script-src 'strict-dynamic'" }),
  finding('mixed_content', {})
]

const meta = preview.meta({
  title: 'Dashboard/Code check',
  component: Frame,
  decorators: [inFrame('44rem')]
})

export const Found = meta.story({
  args: { found: {} },
  async play({ canvas, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Check the page' }))
    await expect(await canvas.findByText('The code is on the page')).toBeVisible()
  }
})

export const Problems = meta.story({
  args: { found: { state: 'found_with_problems', findings: problems } },
  async play({ canvas, canvasElement, userEvent }) {
    await userEvent.click(canvas.getByRole('button', { name: 'Check the page' }))
    await waitFor(() => expect(canvas.getAllByRole('listitem')).toHaveLength(problems.length))
    await expect(canvas.getAllByRole('button', { name: /^Copy/ })).toHaveLength(4)
    await expect(canvasElement.scrollWidth).toBeLessThanOrEqual(canvasElement.clientWidth)
  }
})

export const ScriptMissing = meta.story({
  args: {
    found: {
      state: 'without_script',
      findings: [finding('script_missing', { replacement: script })]
    }
  },
  play: async ({ canvas, userEvent }) =>
    userEvent.click(canvas.getByRole('button', { name: 'Check the page' }))
})

export const LongLines = Problems.extend({
  args: {
    found: {
      state: 'found_with_problems',
      // Gives each finding a different line, because identical findings are shown only once.
      findings: problems.map((it, nth) => ({
        ...it,
        line: `${nth}-${longText.replaceAll(' ', '-')}`
      }))
    }
  }
})

export const Phone = Problems.extend({ globals: { viewport: { value: 'phone' } } })
export const Dark = Problems.extend(dark)
export const RightToLeft = Problems.extend(rightToLeft)
