/** Texts of pages that show a part of a wizard, whose draft they share. */
export const shortcutMessages = {
  more: 'More settings',
  elsewhere: 'Something that is not shown here needs your attention.'
}
