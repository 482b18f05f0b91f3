export const passkeyWayMessages = { passkeyWay: 'Use a passkey' }
