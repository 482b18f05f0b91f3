export { AdPreview, type AdPreviewProps } from '../ad/ad-preview.tsx'
