import type { AdUnit, EmbedCode, EmbedSettings } from '@mille/api/ad-units/endpoints.ts'
import type { Api } from '@mille/api/client.ts'
import { adWords } from '@mille/api/delivery/ad-words.ts'
import type { Decision } from '@mille/api/delivery/protocol.ts'
import type { UnitSize } from '@mille/api/reference-data/banner-sizes.ts'
import { atom, computed } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'
import { type ColorName, readableColors, withColor } from './colors.ts'

export type CodeEmbeddingStores = ReturnType<typeof createCodeEmbeddingStores>

/** State of how an ad unit is embedded: changes appear in the preview at once, and are kept when saved. */
export function createCodeEmbeddingStores(api: Api, unit: AdUnit, loadedCode: EmbedCode) {
  const $settings = atom<EmbedSettings>(unit.attributes.settings)
  const $saved = atom<EmbedSettings>(unit.attributes.settings)
  const $code = atom(loadedCode)
  const $isSaving = atom(false)
  const $problem = atom<Problem | null>(null)
  const $isChanged = computed([$settings, $saved], (settings, saved) => !isSame(settings, saved))

  function change(patch: Partial<EmbedSettings>) {
    $settings.set({ ...$settings.get(), ...patch })
  }

  function changeColor(name: ColorName, value: string) {
    change({ color: withColor($settings.get().color, name, value) })
  }

  async function save() {
    if ($isSaving.get()) return
    $isSaving.set(true)
    $problem.set(null)
    const result = await api.adUnits.updateAdUnit({ id: unit.id, settings: $settings.get() })
    if (result.ok) {
      $saved.set(result.value.data.attributes.settings)
      const code = await api.adUnits.readAdUnitCode({ id: unit.id })
      if (code.ok) $code.set(code.value.data.attributes)
    } else $problem.set(firstProblem(result))
    $isSaving.set(false)
  }

  return { $settings, $code, $isSaving, $isChanged, $problem, change, changeColor, save }
}

/**
 * Returns the decision that the ad element would receive, with a sample creative. The ID is empty before the unit
 * exists. Incomplete colors are left out.
 */
export function previewDecision(
  unit: { id: string; size: UnitSize },
  settings: EmbedSettings,
  sample: { title: string; text: string }
): Decision {
  const { ad: label, learnMore: action } = adWords('en')
  return {
    filled: true,
    unit: unit.id,
    size: unit.size,
    position: settings.position,
    stickySide: settings.sticky_side,
    colors: readableColors(settings.color),
    look: settings.look,
    font: settings.font,
    label,
    creative: { kind: 'text', ...sample, domain: 'example.com', action, lang: 'en' },
    token: '',
    clickUrl: '#',
    aboutUrl: '#'
  }
}

function isSame(one: EmbedSettings, other: EmbedSettings): boolean {
  const colors = new Set([...Object.keys(one.color), ...Object.keys(other.color)] as ColorName[])
  return (
    one.position === other.position &&
    one.sticky_side === other.sticky_side &&
    one.invitation_link === other.invitation_link &&
    one.look === other.look &&
    one.font === other.font &&
    [...colors].every(name => one.color[name] === other.color[name])
  )
}
