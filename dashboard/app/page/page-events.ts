/** The events that a page sends to scripts on it: analytics, a tag manager, a test. */
export type PageEvents = {
  /** An order was placed. */
  advertiser_marketplace: { order_id: string; offer_id: string }
  /** An offer was made. */
  publisher_marketplace: { offer_id: string }
}

/** Says on the document what happened, as an event of that name with its `detail`. */
export function notifyPage<Name extends keyof PageEvents>(
  name: Name,
  detail: PageEvents[Name]
): void {
  document.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
}
