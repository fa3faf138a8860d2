import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'

const Installed = z.object({ packages: z.record(z.string(), z.object({ version: z.string() })) })

/** Two instances of graphql don't know each other's errors and types. */
it('finds exactly one graphql installed', () => {
  const { packages } = Installed.parse(JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')))
  const instances = Object.keys(packages).filter((place) => /(^|\/)node_modules\/graphql$/.test(place))
  expect(instances).toEqual(['node_modules/graphql'])
  expect(packages['node_modules/graphql']?.version).toMatch(/^16\./)
})
