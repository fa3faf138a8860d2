import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import {
  additionalOperations,
  addressOperations,
  documentedAccessOf,
  documentedOperations,
  servedOperations,
} from './documentedOperations.ts'

const rows = new Map<string, Operation>(Object.entries(contract))
const byName = (a: string, b: string) => a.localeCompare(b)

describe('the contract', () => {
  it('knows the 231 documented operations', () => {
    expect(documentedOperations).toHaveLength(231)
    expect(new Set(documentedOperations.map(({ name }) => name)).size).toBe(231)
    expect(new Set(documentedOperations.map(({ method, path }) => `${method} ${path}`)).size).toBe(231)
  })

  it('has the implemented, undocumented and linked operations and no others', () => {
    expect(new Set(servedOperations).size).toBe(servedOperations.length)
    expect([...rows.keys()].sort(byName)).toEqual(
      [...servedOperations, ...additionalOperations, ...addressOperations].sort(byName),
    )
    expect(documentedOperations.filter(({ name }) => additionalOperations.includes(name))).toEqual([])
  })

  it('tells of those that no document lists where they come from', () => {
    const marked = [...rows].flatMap(([name, { origin }]) => (origin ? [name] : []))
    expect(marked.sort(byName)).toEqual([...additionalOperations, ...addressOperations].sort(byName))
  })

  it.each(documentedOperations.filter(({ name }) => rows.has(name)))('serves $name as $method $path', (operation) => {
    const { method, path, access } = rows.get(operation.name) ?? {}
    expect({ method, path, access }).toEqual({
      method: operation.method,
      path: operation.path,
      access: documentedAccessOf(operation),
    })
  })
})
