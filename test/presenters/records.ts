import { expect } from 'vitest'
import type { z } from 'zod'

/** A different date for each number. */
export const moment = (day: number) => new Date(Date.UTC(2024, 0, day, 1, 2, 3, 4))

/** Fields of a shape that no response contains. */
export const unserved = (...fields: readonly string[]): Record<string, undefined> =>
  Object.fromEntries(fields.map((field) => [field, undefined]))

/** Combinations of the flags: all false, then each one alone true. */
export const flagCombinations = (...flags: readonly string[]): Record<string, boolean>[] =>
  [undefined, ...flags].map((one) => Object.fromEntries(flags.map((flag) => [flag, flag === one])))

/** Compares a record with the expected values; every field of its shape must be listed, and no other. */
export function expectRecord(record: unknown, shape: z.ZodObject, expected: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(expected).sort()).toEqual(Object.keys(shape.shape).sort())
  expect(record).toEqual(expected)
}

/** Asserts that no two columns of the rows have the same value, so that a test detects swapped fields. */
export function expectDistinct(...rows: readonly object[]): void {
  const values = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value !== 'boolean')
  const texts = values.map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}` : each)))
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
}
