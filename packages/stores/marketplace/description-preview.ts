import type { Api } from '@mille/api/client.ts'
import type { WholeOffer } from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

type Tree = WholeOffer['attributes']['description_tree']
export type DescriptionPreview = {
  /** The formatted description; null until the first answer. */
  tree: Tree | null
  /** The problem of the last request; `tree` then still shows an older text. */
  problem: Problem | null
}

/** State of the preview of a description as others will read it. The saved description in `loaded` needs no request. */
export function createDescriptionPreview(api: Api, loaded: WholeOffer | null) {
  const saved = loaded?.attributes
  const $preview = atom<DescriptionPreview>({
    tree: saved?.description_tree ?? null,
    problem: null
  })
  let asked = saved?.description ?? ''

  return {
    $preview,
    async load(description: string): Promise<void> {
      if (description === asked) return
      asked = description
      const result = await api.marketplace.previewDescription({ description })
      // The text has changed since this request, and its newer version has a request of its own.
      if (asked !== description) return
      if (result.ok)
        $preview.set({ tree: result.value.data.attributes.description_tree, problem: null })
      else {
        asked = ''
        $preview.set({ ...$preview.get(), problem: firstProblem(result) })
      }
    }
  }
}
