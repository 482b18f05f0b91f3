/** Paths to which a user is redirected after a rejected call. A flash names the message that is shown there. */
export const paths = { root: '/', signIn: '/user/sign_in' } as const
export const flashes = ['not_authenticated', 'not_authorized'] as const
export type Flash = (typeof flashes)[number]
