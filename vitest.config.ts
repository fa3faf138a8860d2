import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database-server.ts'],
    pool: 'forks',
    isolate: true,
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
