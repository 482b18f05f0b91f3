import { AsyncLocalStorage } from 'node:async_hooks'
import { readLanguageFrom } from '../app/page/translation.ts'

const language = new AsyncLocalStorage<string>()

readLanguageFrom(() => language.getStore() ?? 'en')

/** Everything that is written in `work`, and in what it starts, is in this language. */
export function inPageLanguage<Result>(code: string, work: () => Result): Result {
  return language.run(code, work)
}
