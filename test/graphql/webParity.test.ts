import { readFileSync } from 'node:fs'
import { buildSchema, isObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { fieldUses, placeOf } from '../../src/tools/parity/fieldUses.ts'
import { capabilities, reasons } from '../../src/tools/parity/parity.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
const uses = fieldUses(schema, 'src/web')
const listed = reasons().map(([field]) => field)

function isField(place: string): boolean {
  const [typeName = '', fieldName = ''] = place.split('.')
  const type = schema.getType(typeName)
  return isObjectType(type) && fieldName in type.getFields()
}

describe('what the graph can do', () => {
  const { rest, more } = capabilities(schema)

  test('is used by the web UI, or has a reason why not', () => {
    const excused = new Set(listed)
    expect([...rest, ...more].filter((field) => !uses.has(field) && !excused.has(field)).sort()).toEqual([])
  })

  test('has no reason where the web UI uses it, none twice, and none for what is not there', () => {
    expect(listed.filter((field) => uses.has(field)).sort()).toEqual([])
    expect(listed.filter((field, index) => listed.indexOf(field) !== index)).toEqual([])
    const known = new Set([...rest, ...more])
    expect(listed.filter((field) => !isField(field) || !known.has(field))).toEqual([])
  })

  test('has reasons in whole sentences', () => {
    for (const [, why] of reasons()) expect(why).toMatch(/^[A-Z].{30,}\.$/)
  })
})

test('a file of the web UI belongs to the page or the part that its folder names', () => {
  expect(placeOf('pages/world/WorldHead.tsx')).toBe('pages/world')
  expect(placeOf('pages/settings/privacy/privacy.ts')).toBe('pages/settings/privacy')
  expect(placeOf('components/people/lists/FriendRow.tsx')).toBe('components/people')
  expect(placeOf('components/confirmIdentity.tsx')).toBe('components')
  expect(placeOf('shell/documents.ts')).toBe('shell')
})
