import { configDefaults, defineConfig } from 'vitest/config'
import { PATIENCE } from './test/support/patience.ts'

export default defineConfig({
  // graphql's ESM build would be a second instance beside the one that its CommonJS dependents load.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    // They need further programs, and have a configuration of their own.
    exclude: [...configDefaults.exclude, 'test/deploy/**'],
    globalSetup: [
      'test/support/build.ts',
      'test/support/runFolder.ts',
      'test/support/databaseServer.ts',
      'test/support/refusalReasons.ts',
    ],
    setupFiles: ['test/support/setup.ts'],
    pool: 'forks',
    // Kept between runs, under node_modules: transforming the server's modules takes longer than most test files.
    experimental: { fsModuleCache: true },
    // Files share what they import, which takes longer than most of them; the data of each is its own.
    isolate: false,
    // Short-lived objects are most of what tests make: a larger nursery saves a good part of the garbage collection. What a
    // worker keeps grows with its files, as they share modules.
    execArgv: ['--max-semi-space-size=64', '--max-old-space-size=6144'],
    // One more than the processors of a small machine: tests wait for the database and for processes a good part of the time.
    maxWorkers: 3,
    // No test waits for a time: what has not come about by then never will, however busy the machine is.
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    // The end of a run deletes hundreds of databases.
    teardownTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE - 20_000, interval: 10 } },
  },
})
