import { answerOf } from './answer.ts'
import { type LoadArgs, pageContext } from './page-context.ts'

/** The operator takes sizes and categories out of what new things can be: what a page lists comes with it. */
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
