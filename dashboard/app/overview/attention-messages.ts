import type { AttentionItem, AttentionKind } from '@mille/stores/attention/attention.ts'
import { formatMoment } from '../page/formats.ts'

type Text = string | ((at: string) => string)

/** What follows the name of a campaign, site, ad unit or order: what is true about it, and what to do next. */
const texts: Record<AttentionKind, Text> = {
  campaign_draft: 'is a draft. Finish it and submit it for review.',
  campaign_rejected: 'was rejected. Read why, edit it, and submit it again.',
  campaign_review_unfunded:
    'is in review and has no money. Add money, so that it can start when it is approved.',
  campaign_out_of_funds: 'is out of funds. Add money, and it continues automatically.',
  campaign_ended: 'has ended. Archive it to move the rest of its money to your balance.',
  campaign_without_views:
    'is running but had no counted view in the last 30 days. Check where it can be shown.',
  site_unverified: 'is not verified, so its units show no ads. Verify the site.',
  site_rejected: 'was rejected, so its units show no ads. Contact us if this is a mistake.',
  unit_without_views:
    'had no counted view in the last 30 days. Check that its code is on your page.',
  order_to_answer: at => `is waiting for your answer until ${at}. Accept or decline it.`,
  order_to_publish: at => `was accepted. Publish it by ${at}.`,
  order_to_confirm: at =>
    `was published. Confirm or dispute it by ${at}, or it is confirmed automatically.`,
  order_link_lost: 'has lost its link, and its payments are paused. Check the publication.',
  campaign_in_review: 'is in review. It starts when it is approved.',
  campaign_not_started: at => `starts on ${at}.`,
  campaign_paused: 'is paused. Nothing is shown and nothing is charged until you resume it.',
  order_unanswered: at => `is waiting for the publisher’s answer until ${at}.`,
  order_disputed: 'is in dispute. An operator decides, and you get a notification.'
}

export function attentionText({ kind, at }: AttentionItem): string {
  const text = texts[kind]
  return typeof text === 'string' ? text : text(at === null ? '' : formatMoment(at))
}
