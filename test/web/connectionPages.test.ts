import { describe, expect, it } from 'vitest'
import { connectionKey, joinPages, type StoredConnection } from '../../src/web/graph/connectionPages.ts'

interface Page {
  readonly hasNextPage: boolean
  readonly totalCount: number
}

const edge = (name: string) => ({ cursor: name, node: { __ref: `User:${name}` } })

const page = (names: string, { hasNextPage, totalCount }: Page): StoredConnection => ({
  edges: [...names].map(edge),
  pageInfo: { hasNextPage, endCursor: names.at(-1) ?? null },
  totalCount,
})

const join = (held: StoredConnection, next: StoredConnection, after?: string): StoredConnection =>
  joinPages(held, next, { args: after ? { after } : {} }) ?? {}

const namesOf = ({ edges = [] }: StoredConnection) => edges.map(({ cursor }) => cursor).join('')

const whole = join(
  page('abc', { hasNextPage: true, totalCount: 5 }),
  page('de', { hasNextPage: false, totalCount: 5 }),
  'c',
)

describe('lists of the web UI that are read page by page', () => {
  it('adds a page behind the one that it follows, and ends where that ends', () => {
    expect(namesOf(whole)).toBe('abcde')
    expect(whole.pageInfo).toEqual({ hasNextPage: false, endCursor: 'e' })
  })

  it('shows an entry that has moved between two pages once', () => {
    const moved = join(
      page('abc', { hasNextPage: true, totalCount: 5 }),
      page('bde', { hasNextPage: false, totalCount: 5 }),
      'c',
    )
    expect(namesOf(moved)).toBe('acbde')
  })

  it('keeps it also where entries are not counted', () => {
    const uncounted = (names: string, hasNextPage: boolean): StoredConnection => ({
      edges: [...names].map(edge),
      pageInfo: { hasNextPage, endCursor: names.at(-1) ?? null },
    })
    const held = join(uncounted('abc', true), uncounted('de', false), 'c')
    const renewed = join(held, uncounted('xab', true))
    expect(namesOf(renewed)).toBe('xabcde')
    expect(renewed.pageInfo).toEqual({ hasNextPage: false, endCursor: 'e' })
  })

  it('keeps what was read behind the first page when that comes again', () => {
    expect(namesOf(join(whole, page('abc', { hasNextPage: true, totalCount: 5 })))).toBe('abcde')
    const added = join(whole, page('xab', { hasNextPage: true, totalCount: 6 }))
    expect(namesOf(added)).toBe('xabcde')
    expect(added.pageInfo?.hasNextPage).toBe(false)
    expect(namesOf(join(whole, page('acd', { hasNextPage: true, totalCount: 4 })))).toBe('acde')
  })

  it('drops what was read behind the first page when an entry of that has gone behind it', () => {
    const sunk = join(whole, page('abd', { hasNextPage: true, totalCount: 5 }))
    expect(namesOf(sunk)).toBe('abd')
    expect(sunk.pageInfo?.hasNextPage).toBe(true)
  })

  it('is the first page alone when that is all there is', () => {
    expect(namesOf(join(whole, page('ab', { hasNextPage: false, totalCount: 2 })))).toBe('ab')
    const unpaged = { edges: [edge('a'), edge('b')] }
    expect(namesOf(join({ edges: [...unpaged.edges, edge('c')] }, unpaged))).toBe('ab')
  })

  it('keeps the entries when only the count is read', () => {
    expect(join(whole, { totalCount: 7 })).toEqual({ ...whole, totalCount: 7 })
  })

  it('is nothing for who may not see it, and a list again once they may', () => {
    expect(joinPages(undefined, null, { args: {} })).toBe(null)
    expect(joinPages(whole, null, { args: {} })).toBe(null)
    const seen = page('ab', { hasNextPage: false, totalCount: 2 })
    expect(joinPages(null, seen, { args: {} })).toEqual(seen)
  })

  it('tells lists apart by their arguments without the cursor', () => {
    const first = connectionKey({ first: 3, filter: { search: 'a' } })
    expect(connectionKey({ first: 3, filter: { search: 'a' }, after: 'c' })).toBe(first)
    expect(connectionKey({ first: 3, filter: { search: 'b' } })).not.toBe(first)
    expect(connectionKey({ first: 3, filter: { search: 'a' }, after: undefined })).toBe(first)
  })
})
