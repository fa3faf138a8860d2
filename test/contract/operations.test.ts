import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { accessOf, documented, served } from './documented.ts'

const rows = new Map<string, Operation>(Object.entries(contract))
const byName = (a: string, b: string) => a.localeCompare(b)

describe('the contract', () => {
  it('knows the 231 documented operations', () => {
    expect(documented).toHaveLength(231)
    expect(new Set(documented.map(({ name }) => name)).size).toBe(231)
    expect(new Set(documented.map(({ method, path }) => `${method} ${path}`)).size).toBe(231)
  })

  it('serves 36 of them, these and no others', () => {
    expect(served).toHaveLength(36)
    expect([...rows.keys()].sort(byName)).toEqual([...served].sort(byName))
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
