/** Texts of the account menu that are loaded with the menu only. */
export const userMenuMessages = {
  view: (name: string) => `View ${name}`
}
