export {
  AnnouncementBanner,
  type AnnouncementBannerProps
} from '../announcement/announcement-banner.tsx'
