import { describe, expect, it } from 'vitest'
import { nestingDepth } from '../../../../src/areas/economy/licenses/licenseGroups.ts'

describe('nestingDepth', () => {
  it('counts groups in one another', () => {
    const chain = ['a', 'b', 'c'].map((outerId, at) => ({ outerId, innerId: 'bcd'[at] ?? '' }))
    expect(nestingDepth('a', chain)).toBe(4)
    expect(nestingDepth('d', chain)).toBe(1)
    expect(nestingDepth('a', [...chain, { outerId: 'd', innerId: 'a' }])).toBe(Number.POSITIVE_INFINITY)
  })
})
