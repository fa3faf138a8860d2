import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUSAL_REASONS } from '../../src/kernel/refusalReasons.ts'

const LIST = 'src/kernel/refusalReasons.ts'
const REASONS = Object.values(REFUSAL_REASONS).flatMap((reasons) => Object.keys(reasons))

test('each reason has one kind, a plain name and a description', () => {
  expect(new Set(REASONS).size).toBe(REASONS.length)
  expect(REASONS.filter((reason) => !/^[a-z]+(_[a-z]+)*$/.test(reason))).toEqual([])
  const descriptions = Object.values(REFUSAL_REASONS).flatMap((reasons) => Object.values<string>(reasons))
  expect(descriptions.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
})

test('the server gives each reason somewhere; that tests cause each is checked after a run of all tests', () => {
  const found = new Set<string>()
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`)
  for (const path of paths.filter((one) => one.endsWith('.ts') && one !== LIST && !one.startsWith('src/generated'))) {
    for (const [, reason] of readFileSync(path, 'utf8').matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)) found.add(reason ?? '')
  }
  expect(REASONS.filter((reason) => !found.has(reason))).toEqual([])
})
