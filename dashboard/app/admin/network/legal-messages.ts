export const legalAdminMessages = {
  title: 'Legal pages',
  description:
    'Terms, privacy policy, and imprint of this network. The footer of every page links to those that are published.',
  tabs: 'Pages',
  text: 'Text',
  help: 'Markdown, without HTML and pictures. What you type is kept in this browser until you publish it.',
  preview: 'Preview',
  publish: 'Publish',
  publishTitle: (version: number) => `Publish version ${version}?`,
  publishText:
    'Everyone can read it at once. A version can never be changed or removed; to correct it, publish another one.',
  published: (version: number) => `Version ${version} is published`,
  none: 'Not published yet',
  versions: 'Versions',
  version: (version: number) => `Version ${version}`,
  by: (name: string, time: string) => `${time}, by ${name}`,
  account: (id: string) => `account ${id}`
}
