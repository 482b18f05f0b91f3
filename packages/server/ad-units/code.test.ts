import { unitSizes } from '@mille/api/reference-data/banner-sizes.ts'
import { expect, test } from 'vitest'
import { buildCode } from './code.ts'

const url = 'https://ads.example'
const fixed = { position: 'fixed' } as const
const preload =
  '<link rel="preload" as="fetch" crossorigin href="https://ads.example/serve/units/7">'

test('a fixed size reserves its space, and its decision is asked for at once', () => {
  expect(buildCode({ id: 7, user_id: 3, size: '300x250', settings: fixed }, url)).toEqual({
    script: `${preload}
<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>
<mille-ad unit="7" size="300x250" style="display:block;width:300px;max-width:100%;height:250px;"></mille-ad>`,
    head: `${preload}
<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>`,
    place:
      '<mille-ad unit="7" size="300x250" style="display:block;width:300px;max-width:100%;height:250px;"></mille-ad>',
    script_with_class: `${preload}
<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>
<mille-ad unit="7" size="300x250" class="mille-ad-7"></mille-ad>`,
    style: '.mille-ad-7 { display:block; width:300px; max-width:100%; height:250px; }',
    iframe:
      '<iframe src="https://ads.example/serve/frame/7" title="Advertisement" width="300" height="250" loading="lazy" style="border:0"></iframe>',
    invitation:
      '<a href="https://ads.example/campaigns/new/?source_id=7&amp;source_type=ad_unit&amp;partner=3" rel="sponsored">Your ad here</a>'
  })
})

test('Adaptive fills its container and keeps a sensible height', () => {
  const { script, iframe } = buildCode(
    { id: 8, user_id: 3, size: 'Adaptive', settings: fixed },
    url
  )
  expect(script).toContain(
    'style="display:block;width:100%;min-width:120px;min-height:25px;height:90px;"'
  )
  expect(iframe).toContain('width="100%" height="90"')
})

test('a sticky ad reserves no space, whichever way it is embedded', () => {
  const settings = { position: 'sticky' } as const
  const code = buildCode({ id: 7, user_id: 3, size: '728x90', settings }, url)
  const script = '<script type="module" async src="https://ads.example/embed/v1/ad.js"></script>'
  // The ad requests its decision with the size of the screen, so nothing can be preloaded.
  const snippet = `${script}
<mille-ad unit="7" size="728x90" position="sticky"></mille-ad>`
  expect(code).toMatchObject({
    script: snippet,
    head: script,
    script_with_class: snippet,
    style: ''
  })
  expect(code.iframe).toContain('width="728" height="90"')
})

test('an adaptive ad requests its own width, which is unknown before it is drawn', () => {
  const code = buildCode({ id: 7, user_id: 3, size: 'Adaptive', settings: fixed }, url)
  expect(code.script).not.toContain('preload')
})

test.each(unitSizes)('%s has one element in each form', size => {
  const code = buildCode({ id: 9, user_id: 3, size, settings: fixed }, url)
  for (const form of [code.script, code.script_with_class])
    expect(form.match(/<mille-ad /g)).toHaveLength(1)
  expect(code.script_with_class).not.toContain('style=')
})

test.each(unitSizes)('%s in two parts is the same code', size => {
  for (const position of ['fixed', 'sticky'] as const) {
    const code = buildCode({ id: 9, user_id: 3, size, settings: { position } }, url)
    expect(`${code.head}\n${code.place}`).toBe(code.script)
  }
})

test('attributes are escaped', () => {
  expect(
    buildCode(
      { id: 1, user_id: 3, size: '120x60', settings: fixed },
      'https://a.example/"><script>&'
    ).iframe
  ).toContain('src="https://a.example/&quot;&gt;&lt;script&gt;&amp;/serve/frame/1"')
})
