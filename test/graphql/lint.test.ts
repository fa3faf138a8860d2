import { describe, expect, it } from 'vitest'
import { EXCEPTIONS, judge } from './lint/exceptions.ts'
import { problemsIn } from './lint/problems.ts'

const FAULTY = `
"""Queries."""
type Query {
  """reads an apple."""
  apple: Apple @deprecated(reason: "Use pear.")

  """Apples."""
  apples: AppleConnection!

  """Pear."""
  pear: Pear @deprecated(reason: "Use apple. Removed after 2030-01-31.")
}

"""An apple."""
type Apple {
  """Colour."""
  color: Color!
}

"""A pear."""
type Pear {
  """Name."""
  pearName: String!
}

type Plum {
  """Name."""
  name: String!
}

"""A colour."""
enum Color {
  """Red."""
  red
}

"""Apples."""
type AppleConnection {
  """Edges."""
  edges: [AppleEdge]
}

"""An apple in a list."""
type AppleEdge {
  """Its cursor."""
  cursor: String!

  """The apple."""
  node: Apple
}
`

describe('the lint of the schema', () => {
  it('finds what its rules forbid, and where', async () => {
    const found = (await problemsIn(FAULTY)).map(({ rule, at }) => `${at} ${rule.replace('@graphql-eslint/', '')}`)
    for (const expected of [
      'Query.apple descriptions-are-capitalized',
      'Query.apple deprecations-have-a-date',
      'Query.apples relay-arguments',
      'Pear.pearName no-typename-prefix',
      'Plum no-unreachable-types',
      'Plum require-description',
      'Color.red naming-convention',
      'Color.red enum-values-all-caps',
      'AppleConnection relay-connection-types',
      'AppleEdge relay-edge-types',
    ])
      expect(found).toContain(expected)
    expect(found.filter((one) => one.includes('Query.pear '))).toEqual([])
    expect(found.filter((one) => one.includes('strict-id'))).toEqual([])
  })

  it('allows exceptions by rule and place, and reports those that nothing needs', () => {
    const problem = { rule: 'a', at: 'World.name', message: '' }
    const exceptions = [{ rule: 'a', at: ['World.name', 'World.gone'], reason: 'x' }]
    expect(judge([problem, { ...problem, rule: 'b' }], exceptions)).toEqual({
      problems: [{ ...problem, rule: 'b' }],
      needless: ['a World.gone'],
    })
  })

  it('has a reason for each exception', () => {
    for (const { reason } of EXCEPTIONS) expect(reason).toMatch(/^[A-Z].+\.$/)
  })
})
