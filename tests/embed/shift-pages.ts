import {
  announcement,
  bannerDecision,
  type DeliveryStandIn,
  offers,
  textDecision
} from './stand-in.ts'

/** Returns a page with the snippets as publishers get them, between words that must not move. */
export function shiftPage(network: DeliveryStandIn) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>A page</title><style>body { margin: 8px }</style>
    <script type="module" async src="${network.origin}/embed/v1/mille.js"></script>
    <mille-announcement></mille-announcement><mille-feedback token="a.b"></mille-feedback>
    <mille-chat></mille-chat><mille-login></mille-login>
    <p>Before</p>
    <mille-ad unit="banner" size="300x250" style="display:block;width:300px;max-width:100%;height:250px;"></mille-ad><p>Between</p>
    <mille-ad unit="text" size="728x90" style="display:block;width:728px;max-width:100%;height:90px;"></mille-ad><p>Between</p>
    <mille-ad unit="adaptive" size="Adaptive" style="display:block;width:100%;min-width:120px;min-height:25px;height:90px;"></mille-ad><p>Between</p>
    <mille-ad unit="sticky" size="300x250" position="sticky" sticky-side="footer"></mille-ad><p>Between</p>
    <mille-marketplace style="display:block;min-height:268px"></mille-marketplace><p>After</p></html>`
}

export const shiftCases = {
  fill: (network: DeliveryStandIn) => {
    network.decisions.set('text', textDecision('text', { size: '728x90' }))
    network.decisions.set('banner', bannerDecision('banner', '300x250'))
    network.decisions.set('adaptive', textDecision('adaptive', { size: 'Adaptive' }))
    network.decisions.set('sticky', textDecision('sticky', { size: '728x90', position: 'sticky' }))
    network.offers = offers(3)
    network.answers.set('GET /api/v1/announce/', { status: 200, body: announcement('warning') })
  },
  'no fill': () => {},
  'blocked script': () => {},
  'blocked API': () => {}
}
