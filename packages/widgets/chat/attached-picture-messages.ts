const problems: Readonly<Record<string, string>> = {
  one_picture: 'Add one picture at a time.',
  chat_picture_not_taken: 'The file is not a PNG, JPEG, GIF, WebP, or AVIF picture.',
  chat_picture_too_large: 'The picture is larger than {size}.',
  chat_picture_unknown: 'The upload is more than a day old. Try again.',
  too_many_requests: 'Too many pictures. Wait a few minutes, then try again.',
  failed: 'The picture could not be uploaded. Try again.'
}

export const attachedPictureMessages = {
  uploading: 'Uploading the picture',
  ready: 'Your picture, ready to send',
  remove: 'Remove the picture',
  retry: 'Try again',
  pictureProblems: problems
}
