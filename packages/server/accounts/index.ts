export { createBearerTokens } from './bearer-tokens.ts'
export { browserName, browserParts } from './browser-name.ts'
export { type AgreedVersions, agreedVersionsOf, type Consents } from './consents.ts'
export { demoAccounts } from './demo-accounts.ts'
export type { ReadFigures } from './document.ts'
export { forgetAccount } from './forget.ts'
export { isFrozen, refuseWhileFrozen } from './frozen.ts'
export { handOffRoutes } from './hand-off-routes.ts'
export { createKnownDevices } from './known-device.ts'
export { lookAroundRoutes } from './look-around-routes.ts'
export {
  acceptMember,
  endMember,
  findMembership,
  insertMember,
  listMembers,
  listMemberships,
  listViewable,
  type MemberRow,
  type MembershipRow,
  maxMembers
} from './member-queries.ts'
export { mailOperators, notifyOperators } from './notify-operators.ts'
export { askForRoles, isOnlyOperator, readRolesAsk } from './operator-role.ts'
export { deletePasskeys, listPasskeys } from './passkey-queries.ts'
export { passkeyRoutes } from './passkey-routes.ts'
export { checkPasskeyOver } from './passkeys.ts'
export { premiumAmong, premiumContact, setPremium } from './premium.ts'
export { profileRoutes } from './profile-routes.ts'
export {
  bringersOf,
  countNewAccounts,
  deleteExpired,
  findUser,
  findUserByEmail,
  findUsers,
  grantOperator,
  hasAccounts,
  hasConfirmedEmail,
  lockOperators,
  lockUser,
  mayApproveMoney,
  readSignUpDays,
  setUserRoles,
  takeTurn
} from './queries.ts'
export { accountRoutes, type NotifyOfSignIn } from './routes.ts'
export { endSessions } from './security-queries.ts'
export { securityRoutes } from './security-routes.ts'
export {
  createSessions,
  endViewing,
  findLiveSessions,
  startViewing,
  startViewingAsMember
} from './sessions.ts'
export { forgetSignUpKeys } from './sign-up-place.ts'
export {
  type EndedSuspension,
  endOverdueSuspension,
  endSuspension,
  findSuspension,
  listOverdueSuspensions,
  startSuspension,
  suspendedAmong
} from './suspensions.ts'
