/** Events that a page sends to its scripts, such as analytics, a tag manager or a test. */
export type PageEvents = {
  /** An order was placed. */
  advertiser_marketplace: { order_id: string; offer_id: string }
  /** An offer was made. */
  publisher_marketplace: { offer_id: string }
}

/** Dispatches an event of this name on the document, with its `detail`. */
export function notifyPage<Name extends keyof PageEvents>(
  name: Name,
  detail: PageEvents[Name]
): void {
  document.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }))
}
