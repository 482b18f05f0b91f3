export const feedbackMessages = { label: 'Feedback' }
