import { describe, expect, it } from 'vitest'
import { fileVersionId, isId, newId, parseFileVersionId, siblingId } from '../../src/kernel/ids.ts'

const UUID = '0192f6a4-5d00-7000-8000-00000000ada1'

describe('the id of an object that shares a row', () => {
  it('has the UUID of the other, with a prefix or without', () => {
    expect(siblingId('viewer', `usr_${UUID}`)).toBe(`vwr_${UUID}`)
    expect(siblingId('pastDisplayName', UUID)).toBe(`pdn_${UUID}`)
  })

  it('is derived from a legacy id, which has no UUID', () => {
    const [one, other] = [siblingId('viewer', 'aBcDeFgH12'), siblingId('viewer', 'aBcDeFgH13')]
    expect(isId('viewer', one)).toBe(true)
    expect(siblingId('viewer', 'aBcDeFgH12')).toBe(one)
    expect(other).not.toBe(one)
  })
})

describe('new ids', () => {
  it('sort by their time, and within a millisecond in the order in which they are made', () => {
    const times = [1, 2].map((millisecond) => new Date(Date.UTC(2026, 0, 1) + millisecond))
    const ids = Array.from({ length: 200 }, (_, n) => ({ at: n % 2, id: newId('world', times[n % 2] ?? new Date(0)) }))
    const expected = [...ids.filter(({ at }) => at === 0), ...ids.filter(({ at }) => at === 1)].map(({ id }) => id)
    expect(ids.map(({ id }) => id).toSorted()).toEqual(expected)
    expect(ids.every(({ id }) => isId('world', id))).toBe(true)
  })
})

describe('the id of a version of a file', () => {
  const fileId = `file_${UUID}`

  it('is made of the id of the file and the number of the version', () => {
    expect(fileVersionId(fileId, 12)).toBe(`fver_${UUID}-12`)
    expect(isId('fileVersion', fileVersionId(fileId, 12))).toBe(true)
    for (const version of [0, 12])
      expect(parseFileVersionId(fileVersionId(fileId, version))).toEqual({ fileId, version })
  })

  it('has one form for a version', () => {
    for (const text of [`fver_${UUID}-012`, `fver_${UUID}`, `${fileId}-1`, `fver_${UUID}-1234567890`]) {
      expect(isId('fileVersion', text)).toBe(false)
      expect(parseFileVersionId(text)).toBeUndefined()
    }
  })
})
