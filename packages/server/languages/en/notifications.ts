type Named = { name: string }
type Because = { reason: string }
/** A formatted amount with its currency, as the language writes it. */
type Sum = { money: string }

/** The texts of each kind of notification: its title, which is also the subject of an email, and its body. */
export const notifications = {
  campaign_approved: ({ name }: Named) => ({
    title: `Your campaign “${name}” was approved`,
    text: 'It runs as soon as it is funded.'
  }),
  campaign_rejected: ({ name, reason }: Named & Because) => ({
    title: `Your campaign “${name}” was rejected`,
    text: `${reason}\n\nEdit it to have it reviewed again.`
  }),
  campaign_page_changed: ({ name, reason, page }: Named & Because & { page: string }) => ({
    title: `Your campaign “${name}” is being reviewed again`,
    text: `${reason} The page is now ${page}\n\nNo ads of this campaign are shown until an operator has reviewed it.`
  }),
  campaign_out_of_funds: ({ name }: Named) => ({
    title: `Your campaign “${name}” is out of funds`,
    text: 'It continues as soon as you add funds.'
  }),
  campaign_low_funds: ({ name }: Named) => ({
    title: `Your campaign “${name}” is low on funds`,
    text: 'The remaining funds will last less than a day.'
  }),
  account_low_funds: ({ money, need }: Sum & { need: string }) => ({
    title: 'Your account is low on funds',
    text: `The campaigns that fund themselves need ${need} for a day, and your balance is ${money}. Deposit to keep them running.`
  }),
  unit_verified: ({ name }: Named) => ({
    title: `${name} was verified`,
    text: 'Its ad units can now show ads and earn.'
  }),
  unit_rejected: ({ name, reason }: Named & Because) => ({
    title: `${name} was rejected`,
    text: reason
  }),
  unit_unhealthy: ({ name, reason }: Named & Because) => ({
    title: `“${name}” needs attention`,
    text: reason
  }),
  deposit_seen: ({ money, seen, required }: Sum & { seen: string; required: string }) => ({
    title: `A deposit of ${money} is pending`,
    text: `It has ${seen} of ${required} confirmations.`
  }),
  deposit_credited: ({ money }: Sum) => ({
    title: `A deposit of ${money} was credited`,
    text: 'The money is in your balance.'
  }),
  deposit_reversed: ({ money }: Sum) => ({
    title: `The deposit of ${money} was reversed`,
    text: 'The blockchain reversed the transaction. It is credited again if it is confirmed again.'
  }),
  withdrawal_sent: ({ money, reference }: Sum & { reference: string }) => ({
    title: `Your withdrawal of ${money} was sent`,
    text: `The transaction is ${reference}.`
  }),
  withdrawal_failed: ({ money, reason }: Sum & Because) => ({
    title: `Your withdrawal of ${money} failed`,
    text: `${reason}\n\nThe money is back in your balance.`
  }),
  automatic_payout_failed: ({ money, reason, address }: Sum & Because & { address: string }) => ({
    title: `Your automatic withdrawal of ${money} failed`,
    text: `It was for ${address}. ${reason}.\n\nThe money is in your balance. The withdrawal is tried again once a day. You are not notified again while it keeps failing.`
  }),
  earnings_held: ({ name, reason }: Named & Because) => ({
    title: `The earnings of “${name}” are on hold`,
    text: `${reason}\n\nThey stay in the ad unit until an operator has decided.`
  }),
  earnings_released: ({ name }: Named) => ({
    title: `The earnings of “${name}” were released`,
    text: 'They become available as usual.'
  }),
  earnings_taken_back: ({ name, money, reason }: Named & Sum & Because) => ({
    title: `${money} earned by “${name}” was returned to advertisers`,
    text: reason
  }),
  charge_returned: ({ money, reason }: Sum & Because) => ({
    title: `${money} was refunded to your balance`,
    text: `It was charged for views that should not have counted: ${reason}`
  }),
  offer_approved: ({ name }: Named) => ({
    title: `Your offer “${name}” was approved`,
    text: 'It is in the marketplace and can be ordered.'
  }),
  offer_rejected: ({ name, reason }: Named & Because) => ({
    title: `Your offer “${name}” was rejected`,
    text: `${reason}\n\nEdit it to have it reviewed again.`
  }),
  order_placed: ({ name }: Named) => ({
    title: `“${name}” was ordered`,
    text: 'Accept or decline the order within five days.'
  }),
  order_accepted: ({ name }: Named) => ({
    title: `“${name}” was accepted`,
    text: 'You will be notified when it is published.'
  }),
  order_declined: ({ name, reason }: Named & Because) => ({
    title: `“${name}” was declined`,
    text: `${reason}\n\nThe money is back in your balance.`
  }),
  order_cancelled: ({ name }: Named) => ({
    title: `“${name}” was canceled`,
    text: 'The advertiser canceled the order before you accepted it.'
  }),
  order_expired: ({ name }: Named) => ({
    title: `“${name}” has expired`,
    text: 'The publisher did not respond or publish it in time. The money is back in the advertiser’s balance.'
  }),
  order_published: ({ name }: Named) => ({
    title: `“${name}” was published`,
    text: 'Review the publication. It is confirmed automatically after seven days.'
  }),
  order_link_lost: ({ name, target, page }: Named & { target: string; page: string }) => ({
    title: `“${name}” is missing its link`,
    text: `The link to ${target} was missing from ${page} on two days. Payments are paused until it is back, and the advertiser can dispute the order. If it is still missing on the last payment day, an operator decides.`
  }),
  order_link_back: ({ name }: Named) => ({
    title: `“${name}” has its link again`,
    text: 'Payments continue.'
  }),
  order_disputed: ({ name, reason }: Named & Because) => ({
    title: `“${name}” was disputed`,
    text: reason
  }),
  order_refunded: ({ name, reason }: Named & Because) => ({
    title: `“${name}” was refunded`,
    text: `${reason}\n\nThe part that was not paid to the publisher is back in the advertiser’s balance.`
  }),
  order_completed: ({ name }: Named) => ({
    title: `“${name}” was completed`,
    text: 'Thank you.'
  }),
  new_sign_in: ({ browser }: { browser: string }) => ({
    title: 'New sign-in to your account',
    text: `Someone signed in with ${browser}. If this was not you, revoke the session and get a new account code.`
  }),
  account_suspended: ({ reason }: Because) => ({
    title: 'Your account was suspended',
    text: `${reason}\n\nNone of your ads and ad units are shown, and withdrawals wait. You can sign in, read everything, and write to the operators in the chat. Your money is not affected.`
  }),
  suspension_lifted: () => ({
    title: 'Your account is no longer suspended',
    text: 'Your campaigns and ad units run again as before, and withdrawals are paid.'
  }),
  account_frozen: ({ reason }: Because) => ({
    title: 'Withdrawals from your account are frozen',
    text: `${reason}\n\nNo money leaves your account: requested withdrawals and automatic payouts wait, and you cannot request new withdrawals or place orders in the marketplace. A withdrawal that was already signed is still sent. Everything else continues, and your money stays on your account.`
  }),
  freeze_lifted: () => ({
    title: 'Withdrawals from your account are no longer frozen',
    text: 'Withdrawals that waited are paid, and automatic payouts continue.'
  }),
  account_viewed: ({ reason }: Because) => ({
    title: 'An operator looked at your account',
    text: `${reason}\n\nThey saw what you see for at most 30 minutes and could change nothing.`
  }),
  member_invited: ({ account }: { account: string }) => ({
    title: `${account} invited you to see their account`,
    text: 'You would see what they see and could change nothing. Accept or decline the invitation in your settings, under “Team”.'
  }),
  member_accepted: ({ member }: { member: string }) => ({
    title: `${member} accepted your invitation`,
    text: 'They can see your account now, and change nothing. You can remove them in your settings, under “Team”.'
  }),
  announcement: ({ header, content }: { header: string; content: string }) => ({
    title: header,
    text: content
  })
}

/** Reasons that the network itself gives. Reasons written by a person are not translated. */
export const causes = {
  no_requests:
    'None of its ads have been shown on a page for a day. Check that the code is still on your page, and that ads appear there.',
  never_in_view:
    'Its ads are requested, but none was in view for a second in the last day. Check where the unit appears on your page.',
  unusual_views:
    'The views of this ad unit look different from those of other units, so an operator reviews them before they are paid out. You do not have to do anything. If you know the reason, such as a promotion or a change to the page, let us know in the chat.',
  own_address: 'The address is one of the network’s own',
  invoice_expired: 'The invoice expired before it was paid',
  no_way: 'No payment of the invoice got through',
  address_unpayable: 'No new invoice could be fetched from the Lightning Address',
  page_host: 'Its link now leads to another site than the one that was approved.',
  page_text: 'The page behind its link now has a different text from the one that was approved.',
  page_refresh: 'The page behind its link now sends visitors on to another site.',
  page_script: 'A script on the page behind its link now sends visitors to another site.',
  page_frame: 'The page behind its link now shows another site in a frame.',
  page_agent: 'The page behind its link takes different browsers to different sites.',
  link_missing: ({ day }: { day: string }) =>
    `The link has been missing from the publication since ${day}.`
}

export const browsers = {
  browserOn: ({ browser, system }: { browser: string; system: string }) =>
    `${browser} on ${system}`,
  unknown: 'an unknown browser'
}
