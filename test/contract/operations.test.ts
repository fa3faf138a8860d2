import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { accessOf, addresses, documented, extended, served } from './documented.ts'

const rows = new Map<string, Operation>(Object.entries(contract))
const byName = (a: string, b: string) => a.localeCompare(b)

describe('the contract', () => {
  it('knows the 231 documented operations', () => {
    expect(documented).toHaveLength(231)
    expect(new Set(documented.map(({ name }) => name)).size).toBe(231)
    expect(new Set(documented.map(({ method, path }) => `${method} ${path}`)).size).toBe(231)
  })

  it('serves those that are listed, others that clients call, addresses in records, and nothing else', () => {
    expect(new Set(served).size).toBe(served.length)
    expect([...rows.keys()].sort(byName)).toEqual([...served, ...extended, ...addresses].sort(byName))
    expect(documented.filter(({ name }) => extended.includes(name))).toEqual([])
  })

  it.each(documented.filter(({ name }) => rows.has(name)))('serves $name as $method $path', (operation) => {
    const { method, path, access } = rows.get(operation.name) ?? {}
    expect({ method, path, access }).toEqual({
      method: operation.method,
      path: operation.path,
      access: accessOf(operation),
    })
  })
})
