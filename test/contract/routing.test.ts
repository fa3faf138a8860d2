import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation, Table } from '../../src/contract/operation.ts'
import { inRoutingOrder } from '../../src/contract/routing.ts'
import { documented } from './documented.ts'

const row = (method: Operation['method'], path: string): Operation => ({
  method,
  path,
  access: 'session',
  summary: '',
  result: { kind: 'empty' },
})

/** What a concrete path must look like to be this row's: each parameter is text without a slash. */
function pathPattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`)
}

/** A concrete path whose parameters have values that no static segment has. */
const sampleOf = (path: string) => path.replace(/\{(\w+)\}/g, 'a-$1')

/** The operations that a request for an operation's own path would not reach. */
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

  it('lets no documented operation shadow another, those to come included', () => {
    expect(shadowed(Object.fromEntries(documented.map(({ name, method, path }) => [name, row(method, path)])))).toEqual(
      [],
    )
  })

  it('puts fixed text before parameters, however the table is ordered', () => {
    const table = {
      one: row('get', '/calendar/{groupId}/{calendarId}'),
      ics: row('get', '/calendar/{groupId}/{calendarId}.ics'),
      next: row('get', '/calendar/{groupId}/next'),
      list: row('get', '/calendar/{groupId}'),
      discover: row('get', '/calendar/discover'),
    }
    expect(inRoutingOrder(table).map(([name]) => name)).toEqual(['discover', 'list', 'next', 'ics', 'one'])
  })

  it('shows when two rows have the same shape', () => {
    expect(shadowed({ a: row('get', '/users/{userId}'), b: row('get', '/users/{username}') })).toHaveLength(1)
  })
})
