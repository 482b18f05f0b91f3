import { isStaff } from '@mille/api/may-operate.ts'
import { pageFailure } from '../page/loads/answer.ts'
import { type LoadArgs, pageContext } from '../page/loads/page-context.ts'

/** Returns the account's roles, which are requested at most once for each page. */
export async function ownRoles({ context }: Pick<LoadArgs, 'context'>): Promise<readonly string[]> {
  const account = await context.get(pageContext).readAccount()
  return account.ok ? (account.value.data?.attributes.roles ?? []) : []
}

/**
 * Wraps the loader of an operator page. Other users are redirected to the home page. An operator whose roles do not
 * open the page sees a message in its place.
 */
export function forStaff<Args extends LoadArgs<unknown>, Data>(
  load: (args: Args) => Promise<Data>
): (args: Args) => Promise<Data> {
  return async args => {
    try {
      return await load(args)
    } catch (thrown) {
      const isRefused =
        thrown instanceof Response && thrown.headers.get('Location')?.endsWith('=not_authorized')
      if (!isRefused || !isStaff(await ownRoles(args))) throw thrown
      throw pageFailure({ ok: false, status: 403, code: 'not_authorized', errors: [] })
    }
  }
}
