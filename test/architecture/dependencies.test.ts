import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const Installed = z.object({ packages: z.record(z.string(), z.object({ version: z.string() })) })

/** Two installed copies of graphql don't recognise each other's errors and types. */
it('exactly one copy of graphql is installed', () => {
  const { packages } = Installed.parse(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')))
  const instances = Object.keys(packages).filter((path) => /(^|\/)node_modules\/graphql$/.test(path))
  expect(instances).toEqual(['node_modules/graphql'])
  expect(packages['node_modules/graphql']?.version).toMatch(/^16\./)
})
