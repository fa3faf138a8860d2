import { configDefaults, defineConfig } from 'vitest/config'
import base from '../../vitest.config.ts'

/** The tests of the files in deploy, which need programs that not every machine has. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/deploy/**/*.test.ts'],
    exclude: configDefaults.exclude,
    globalSetup: ['test/support/build.ts', 'test/support/runFolder.ts', 'test/support/databaseServer.ts'],
  },
})
