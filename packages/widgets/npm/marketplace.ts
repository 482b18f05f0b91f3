export {
  createPreviewStores,
  type LoadPreview,
  type PreviewStores
} from '@mille/stores/marketplace/preview.ts'
export {
  MarketplacePreview,
  type MarketplacePreviewProps
} from '../marketplace/marketplace-preview.tsx'
