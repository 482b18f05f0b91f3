export { FeedbackLink, type FeedbackLinkProps } from '../feedback/feedback-link.tsx'
