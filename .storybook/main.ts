import { existsSync } from 'node:fs'
import type { StorybookConfig } from '@storybook/react-vite'
import { networkWorker } from './network-worker.ts'

const embeds = '../embed/dist'

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: [
    './docs/*.mdx',
    '../packages/{ui,widgets}/**/*.stories.tsx',
    '../dashboard/**/*.stories.tsx'
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  // The built elements. `npm run storybook` builds them first; Storybook would not start if this folder were missing.
  staticDirs: existsSync(new URL(embeds, import.meta.url)) ? [{ from: embeds, to: '/embed' }] : [],
  viteFinal: vite => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), networkWorker()],
    build: {
      ...vite.build,
      // The same browser targets as in the dashboard's own Vite configuration.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      // Component names are kept because the code shown beside a story uses them.
      rolldownOptions: {
        ...vite.build?.rolldownOptions,
        output: { ...vite.build?.rolldownOptions?.output, keepNames: true }
      }
    }
  }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' }
}

export default config
