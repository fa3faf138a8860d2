import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Presenters that are tested as parts of others. */
const PARTS = ['userSummaryWire', 'userProfileWire', 'whereaboutsWire']

const namesIn = (path: string, pattern: RegExp) =>
  [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name = '']) => name)

/** The presenters that the areas export: of records, and of JSON texts that are put together from kept ones. */
const presenters = readdirSync('src/areas', { recursive: true, encoding: 'utf8' })
  .filter((path) => /wire(\.ts|\/[^/]+\.ts)$/.test(path))
  .flatMap((path) => namesIn(`src/areas/${path}`, /^export (?:const|function) (\w+(?:Wire|Text))\b/gm))

/** The presenters that the describe blocks of this folder name. */
const tested = readdirSync('test/presenters')
  .filter((path) => path.endsWith('.test.ts'))
  .flatMap((path) => namesIn(`test/presenters/${path}`, /^describe\('([^']+)'/gm))
  .flatMap((title) => title.split(' and '))
  .filter((name) => /(Wire|Text)$/.test(name))

it('every presenter has a test that compares each of its fields with its row', () => {
  expect([...tested, ...PARTS].sort()).toEqual([...presenters].sort())
})
