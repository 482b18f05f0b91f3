import { answerOf } from './answer.ts'
import { type LoadArgs, pageContext } from './page-context.ts'

/** Loads the banner sizes that the operator currently offers for new ad units and banners. */
export async function loadSizes(args: LoadArgs<unknown>): Promise<string[]> {
  return offeredIds(answerOf(await referenceDataOf(args).listBannerSizes(), args))
}

export async function loadCategories(args: LoadArgs<unknown>): Promise<string[]> {
  return offeredIds(answerOf(await referenceDataOf(args).listCategories(), args))
}

type Entry = { id: string; attributes: { is_offered: boolean } }

function offeredIds({ data }: { data: readonly Entry[] }): string[] {
  return data.filter(it => it.attributes.is_offered).map(it => it.id)
}

const referenceDataOf = ({ context }: LoadArgs<unknown>) =>
  context.get(pageContext).api.referenceData
