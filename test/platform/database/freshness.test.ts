import { expect, it } from 'vitest'
import { createFreshness, isApplied, parseLogPosition } from '../../../src/platform/database/replica/freshness.ts'

it.each([
  ['0/0', 0n],
  ['0/1A', 26n],
  ['16/B374D848', 0x16_b374_d848n],
  ['FFFFFFFF/FFFFFFFF', 2n ** 64n - 1n],
])('reads the position %s', (text, position) => {
  expect(parseLogPosition(text)).toBe(position)
})

const [page, file] = [8_192n * 3n, 16_777_216n * 2n]

it.each([
  ['the same position', 4_000n, 4_000n, true],
  ['a later one', 4_000n, 5_000n, true],
  ['one by the shortest commit earlier', 4_040n, 4_000n, false],
  ['the end of a page, behind which there is a header alone', page + 24n, page, true],
  ['the end of a page, behind which there is a commit', page + 24n + 40n, page, false],
  ['the end of a file, behind which there is a header alone', file + 40n, file, true],
  ['the end of a file, behind which there is a commit', file + 40n + 40n, file, false],
])('knows whether a replica has applied all: %s', (_, position, applied, expected) => {
  expect(isApplied(position, applied)).toBe(expected)
})

it('nothing is known before both have answered', () => {
  const freshness = createFreshness()
  expect(freshness.ageAt(5)).toBeNull()
  freshness.noteReplica(10n)
  expect(freshness.ageAt(5)).toBeNull()
  freshness.notePrimary(10n, 1)
  expect(freshness.ageAt(5)).toBeNull()
})

it('the age counts from the last question to the primary whose answer the replica has reached', () => {
  const freshness = createFreshness()
  freshness.notePrimary(100n, 1_000)
  freshness.notePrimary(200n, 1_250)
  freshness.notePrimary(300n, 1_500)
  freshness.noteReplica(250n)
  expect(freshness.ageAt(1_600)).toBe(350)
  freshness.noteReplica(250n)
  expect(freshness.ageAt(1_700)).toBe(450)
  freshness.noteReplica(300n)
  expect(freshness.ageAt(1_700)).toBe(200)
})

it('an idle primary is no lag', () => {
  const freshness = createFreshness()
  for (const askedAt of [1_000, 2_000, 3_000]) freshness.notePrimary(100n, askedAt)
  freshness.noteReplica(100n)
  expect(freshness.ageAt(3_010)).toBe(10)
})

it('a replica that stands ages, however long', () => {
  const freshness = createFreshness()
  freshness.notePrimary(100n, 0)
  freshness.noteReplica(100n)
  for (let at = 1; at <= 10_000; at++) freshness.notePrimary(100n + BigInt(at) * 64n, at)
  freshness.noteReplica(100n)
  expect(freshness.ageAt(10_000)).toBe(10_000)
  freshness.noteReplica(100n + 9_000n * 64n)
  expect(freshness.ageAt(10_000)).toBe(1_000)
})

it('forgets', () => {
  const freshness = createFreshness()
  freshness.notePrimary(100n, 0)
  freshness.noteReplica(100n)
  freshness.forget()
  expect(freshness.ageAt(1)).toBeNull()
  freshness.noteReplica(100n)
  expect(freshness.ageAt(1)).toBeNull()
})
