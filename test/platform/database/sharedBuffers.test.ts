import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { memoryOfHost, sharedBuffersOf } from '../../../src/platform/database/embedded/sharedBuffers.ts'

const GIB = 2 ** 30

test.each([
  [0.5, 128],
  [2, 128],
  [4, 256],
  [6, 384],
  [16, 1_024],
  [256, 1_024],
])('the embedded database of a machine with %d GiB shares %d MiB of pages', (gibibytes, mebibytes) => {
  expect(sharedBuffersOf(gibibytes * GIB)).toBe(mebibytes)
})

test('the memory of the host is at most that of the machine', () => {
  expect(memoryOfHost()).toBeGreaterThan(0)
  expect(memoryOfHost()).toBeLessThanOrEqual(totalmem())
})
