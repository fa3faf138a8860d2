import { describe, expect, it } from 'vitest'
import { isId, siblingId } from '../../src/kernel/ids.ts'

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
