import { debugAds } from '@mille/widgets/ad/debug-ads.ts'

debugAds()
