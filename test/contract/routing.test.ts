import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { inRoutingOrder, type Operation, type Table } from '../../src/contract/operation.ts'
import { documentedOperations } from './documentedOperations.ts'

const row = (method: Operation['method'], path: string): Operation => ({
  method,
  path,
  access: 'session',
  summary: '',
  result: { kind: 'empty' },
})

/** Matches the concrete paths of an operation: each parameter is a text without slash. */
function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** A concrete path, with parameter values that equal no static segment. */
const sampleOf = (path: string) => path.replace(/\{(\w+)\}/g, 'a-$1')

/** Operations whose own paths are routed to another operation. */
const shadowed = (table: Table) =>
  Object.entries(table).flatMap(([name, { method, path }]) => {
    const reached = inRoutingOrder(table).find(
      ([, other]) => other.method === method && pathPattern(other.path).test(sampleOf(path)),
    )
    return reached?.[0] === name ? [] : [`${name} is shadowed by ${reached?.[0]}`]
  })

describe('the routing order', () => {
  it('lets no operation of the contract shadow another', () => {
    expect(shadowed(contract)).toEqual([])
  })

  it('lets no documented operation shadow another, including operations not served yet', () => {
    expect(
      shadowed(Object.fromEntries(documentedOperations.map(({ name, method, path }) => [name, row(method, path)]))),
    ).toEqual([])
  })

  it('tries literals before parameters, for any order of the table', () => {
    const table = {
      one: row('get', '/calendar/{groupId}/{calendarId}'),
      ics: row('get', '/calendar/{groupId}/{calendarId}.ics'),
      next: row('get', '/calendar/{groupId}/next'),
      list: row('get', '/calendar/{groupId}'),
      discover: row('get', '/calendar/discover'),
    }
    expect(inRoutingOrder(table).map(([name]) => name)).toEqual(['discover', 'list', 'next', 'ics', 'one'])
  })

  it('detects two operations with equal paths', () => {
    expect(shadowed({ a: row('get', '/users/{userId}'), b: row('get', '/users/{username}') })).toHaveLength(1)
  })
})
