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
  // The built elements. `npm run storybook` builds them first; a folder that is not there would end the start.
  staticDirs: existsSync(new URL(embeds, import.meta.url)) ? [{ from: embeds, to: '/embed' }] : [],
  viteFinal: vite => ({
    ...vite,
    plugins: [...(vite.plugins ?? []), networkWorker()],
    build: {
      ...vite.build,
      // As in the dashboard's own configuration.
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      // The code beside a story names its components.
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
