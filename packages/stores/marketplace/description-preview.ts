import type { Api } from '@mille/api/client.ts'
import type { WholeOffer } from '@mille/api/marketplace/endpoints.ts'
import { atom } from 'nanostores'
import { firstProblem, type Problem } from '../shared/problems.ts'

type Tree = WholeOffer['attributes']['description_tree']
export type DescriptionPreview = {
  /** Null until there is an answer. */
  tree: Tree | null
  /** Of the last question; the tree is then that of an older text. */
  problem: Problem | null
}

/** A description as others will read it. `loaded` is the saved one, which needs no question. */
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
      // What was typed meanwhile has a question of its own.
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
