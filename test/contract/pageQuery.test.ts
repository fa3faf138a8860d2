import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { booleanText, integerText, pageQuery } from '../../src/contract/shapes/queryParameters.ts'

const query = z.object({
  ...pageQuery,
  hours: integerText('hours').optional(),
  internal: booleanText('internal').optional(),
})

const refusal = (input: Record<string, string>) => query.safeParse(input).error?.issues[0]?.message

describe('a boolean', () => {
  it.each([
    ['true', true],
    ['True', true],
    ['TRUE', true],
    ['false', false],
    ['False', false],
  ])('is read from %s, as clients of many languages write it', (text, internal) => {
    expect(query.parse({ internal: text })).toMatchObject({ internal })
  })

  it.each(['', 'yes', 'tru', 'null', '1', '0'])('is not read from %o', (text) => {
    expect(refusal({ internal: text })).toBe('internal must be true or false')
  })

  it('is read alike by every operation', () => {
    const fields = Object.entries<Operation>(contract).flatMap(([operation, { query }]) =>
      Object.entries(query?.shape ?? {}).map(([name, rule]) => ({ name: `${operation}.${name}`, rule })),
    )
    const booleans = fields.filter(({ rule }) => z.safeParse(rule, 'true').data === true)
    expect(booleans.length).toBeGreaterThan(20)
    for (const { name, rule } of booleans) expect(z.safeParse(rule, 'False').data, name).toBe(false)
    expect(booleans.map(({ name }) => name)).toContain('getPublicProfile.asSelf')
  })
})

describe('n and offset', () => {
  it('are 60 and 0 by default', () => {
    expect(query.parse({})).toEqual({ n: 60, offset: 0 })
  })

  it('are parsed as integers', () => {
    expect(query.parse({ n: '100', offset: '7', hours: '-3', internal: 'false' })).toEqual({
      n: 100,
      offset: 7,
      hours: -3,
      internal: false,
    })
  })

  it('are capped at the maximum of the database type', () => {
    expect(query.parse({ offset: '99999999999999999999' }).offset).toBe(2_147_483_647)
  })

  it.each([
    [{ n: '101' }, 'n=101 is much too high, the most is 100'],
    [{ n: '99999999999999999999' }, 'n=99999999999999999999 is much too high, the most is 100'],
    [{ n: '0' }, "n must be a positive integer: '0'"],
    [{ n: '-1' }, "n must be a positive integer: '-1'"],
    [{ n: '1.5' }, "n must be a positive integer: '1.5'"],
    [{ n: '1e1' }, "n must be a positive integer: '1e1'"],
    [{ n: '' }, "n must be a positive integer: ''"],
    [{ offset: '-1' }, "offset must be an integer of 0 or more: '-1'"],
    [{ offset: 'x' }, "offset must be an integer of 0 or more: 'x'"],
    [{ hours: '1.5' }, "hours must be an integer: '1.5'"],
    [{ hours: '' }, "hours must be an integer: ''"],
  ])('are refused for %o', (input, message) => {
    expect(refusal(input)).toBe(message)
  })
})
