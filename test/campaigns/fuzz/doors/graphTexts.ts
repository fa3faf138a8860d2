import fc from 'fast-check'
import { generateDocument } from '../graphDocuments.ts'
import { fillPlaceholders } from '../placeholders.ts'
import { type Generator, hostileText, hostileValue, pick } from '../values.ts'
import type { Scene } from './exchange.ts'

/** A GraphQL operation as it is sent: the members may have any type. */
export type Operation = Readonly<Record<string, unknown>>

const ENDING_SESSIONS = /logout|deleteAccount|endSession|endOtherSessions/i

/** An operation by the schema, with values that may be hostile. */
export function anOperation(g: Generator, { names, known }: Scene): Operation {
  const { query, variables } = generateDocument(g, names)
  const filled = fillPlaceholders(JSON.stringify({ query, variables }), known, (value) =>
    JSON.stringify(value).slice(1, -1),
  )
  return ENDING_SESSIONS.test(query) ? { query: '{ viewer { id } }' } : Object(JSON.parse(filled))
}

const nest = (depth: number, open: string, close: string, inside = 'id') =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`
const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ')

/** Documents that are malformed, circular, repetitive, deep or long. */
export function hostileDocument(g: Generator, scene: Scene): string {
  const valid = String(anOperation(g, scene).query)
  const at = g(fc.nat, { max: valid.length })
  const count = pick(g, [2, 30, 150])
  const name = pick(g, ['__proto__', 'constructor', 'toString', '__typename', '__schema', 'hasOwnProperty', 'valueOf'])
  return pick(g, [
    () => valid.slice(0, at),
    () => `${valid.slice(0, at)}${hostileText(g)}${valid.slice(at)}`,
    () => `${valid.slice(0, at)}${valid.slice(at + 1 + g(fc.nat, { max: 5 }))}`,
    () => `{ ${times(count, (n) => `a${n}: onlineCount`)} }`,
    () => `{ ${name}: onlineCount a: ${name} }`,
    () => `query ${name}($${name}: Int) { onlineCount @include(if: $${name}) }`,
    () => `{ ...${name} } fragment ${name} on ${name} { id }`,
    () => `{ ...A } fragment A on Query { ...B } fragment B on Query { ...C } fragment C on Query { ...A onlineCount }`,
    () =>
      `{ ...A0 } ${times(count, (n) => `fragment A${n} on Query { ...A${n + 1} ...A${n + 1} }`)} fragment A${count} on Query { onlineCount }`,
    () => `{ viewer ${nest(count, '{ friends(first: 1) { nodes ', ' } }', '{ id }')} }`,
    () => `{ viewer { ${nest(count, '... { ', ' }')} } }`,
    () => nest(pick(g, [50, 3_000]), '{a', '}'),
    () => `{ user(id: ${nest(pick(g, [50, 900]), '[', ']', '1')}) { id } }`,
    () => `{ user(id: ${nest(pick(g, [50, 900]), '{a:', '}', '1')}) { id } }`,
    () => `{ onlineCount ${times(count, () => pick(g, DIRECTIVES))} }`,
    () => `{ onlineCount ${pick(g, DIRECTIVES)} }`,
    () => `query ${pick(g, DIRECTIVES)} { onlineCount }`,
    () => `query (${times(count, (n) => `$v${n}: Int = 1`)}) { onlineCount }`,
    () => `query ($a: [[[[[Int!]!]!]!]!]! = ${hostileText(g).replace(/\P{ASCII}/gu, '')}) { onlineCount }`,
    () => `query Q { onlineCount } query Q { onlineCount } subscription Q { notificationFeed { cursor } }`,
    () => `subscription { a: notificationFeed { cursor } b: notificationFeed { cursor } }`,
    () => `subscription { ${pick(g, ['__typename', 'nothing', 'notificationFeed', '...on Query{onlineCount}'])} }`,
    () => `mutation { ${times(count, (n) => `m${n}: logout { __typename }`)}`,
    () =>
      `${pick(g, ['type X { a: Int }', 'extend schema @x', 'schema { query: Q }', 'directive @a on FIELD'])} { onlineCount }`,
    () => `{ __schema { types { ${nest(pick(g, [1, 5, 9]), 'fields { type { ofType { name ', ' } } }', '')} } } }`,
    () => `{ __type(name: ${JSON.stringify(hostileText(g).slice(0, 200))}) { name } }`,
    () =>
      `{ users(filter: { search: ${JSON.stringify(hostileText(g))} }, first: ${pick(g, ['1', '-1', '101', '1e9', '99999999999'])}) { nodes { id } } }`,
    () => `{ user(id: """${pick(g, ['x', '\\"""', '\n'.repeat(500), '\\u'])}""") { id } }`,
    () => `{ user(id: "${pick(g, ['\\ud800', '\\u{110000}', '\\u{', '\\uZZZZ', '\\x', '\n'])}") { id } }`,
    () => `${'#'.repeat(pick(g, [1, 10_000]))}\n{ onlineCount }${'\ufeff'.repeat(3)}`,
    () => `${','.repeat(pick(g, [1, 20_000]))}{ onlineCount }`,
    () => `{ ${'x'.repeat(pick(g, [100, 50_000]))} }`,
    () => pick(g, ['', ' ', '{', '}', '{}', 'query', 'null', '\0', '\ud800', '...', '@', '$', '!', '"', '"""', '#']),
  ])()
}

const DIRECTIVES = [
  '@include(if: null)',
  '@include',
  '@include(if: "x")',
  '@skip(if: true) @include(if: true)',
  '@skip(if: $undeclared)',
  '@__proto__',
  '@constructor(a: 1)',
  '@deprecated',
  '@defer',
  '@stream(initialCount: -1)',
  '@include(if: true, if: false)',
]

/** Documents that ask for one object several times, by ids that exist or don't. */
export function repeatedIds(g: Generator, { known }: Scene): Operation {
  const ids = [...known.values(), 'usr_00000000-0000-4000-8000-000000000000', '', '__proto__', 'x'.repeat(5_000)]
  const id = pick(g, ids)
  const other = pick(g, ids)
  const fields = pick(g, ['id', '__typename', 'id __typename', 'id ... on User { displayName }'])
  const query = pick(g, [
    `query ($a: ID!, $b: ID!) { a: node(id: $a) { ${fields} } b: node(id: $a) { ${fields} } c: node(id: $b) { id } }`,
    `query ($a: ID!, $b: ID!) { nodes(ids: [$a, $b, $a, $b, $a]) { ${fields} } }`,
    `query ($a: ID!, $b: ID!) { a: nodes(ids: [$a, $b]) { ${fields} } b: nodes(ids: [$b, $a]) { ${fields} } }`,
    'query ($a: ID!, $b: ID!) { a: user(id: $a) { id } b: user(id: $a) { id } c: node(id: $a) { id } d: user(id: $b) { id } }',
    'query ($a: ID!, $b: ID!) { a: world(id: $a) { id } b: world(id: $a) { id } c: group(id: $b) { id } d: group(id: $b) { id } }',
  ])
  return { query, variables: { a: id, b: other } }
}

const deep = (depth: number, kind: 'list' | 'object'): unknown => {
  let value: unknown = 1
  for (let at = 0; at < depth; at++) value = kind === 'list' ? [value] : { a: value }
  return value
}

const VARIABLES_DOCUMENT = `query V($s: String, $i: Int, $b: Boolean = true, $ids: [ID!] = [], $f: UserFilter) {
  onlineCount @include(if: $b) nodes(ids: $ids) { id } users(filter: $f, first: $i, after: $s) { nodes { id } } }`

/** Variables of wrong types, undeclared, deep, many, large, or with the names of prototypes. */
export function hostileVariables(g: Generator): Operation {
  const name = pick(g, ['s', 'i', 'b', 'ids', 'f'])
  const odd = pick(g, [
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '',
    'undeclared',
    '0',
    'length',
  ])
  const ownMember = (key: string, value: unknown) => Object.fromEntries([[key, value]])
  const variables = pick(g, [
    () => ownMember(name, hostileValue(g)),
    () => ({ ...ownMember('s', hostileText(g)), ...ownMember('f', { search: hostileValue(g) }) }),
    () => ownMember(odd, hostileValue(g)),
    () => ownMember('f', JSON.parse(`{"${odd}":${JSON.stringify(hostileValue(g)) ?? 1}}`)),
    () => JSON.parse(`{"${odd}":{"${odd}":1},"i":1}`),
    () => ownMember(pick(g, [name, 'undeclared']), deep(pick(g, [20, 99, 101, 3_000]), pick(g, ['list', 'object']))),
    () =>
      ownMember(
        'ids',
        Array.from({ length: pick(g, [101, 5_000]) }, (_, at) => `usr_${at}`),
      ),
    () =>
      ownMember(
        'undeclared',
        Array.from({ length: pick(g, [100, 12_000, 70_000]) }, () => ({ '': { '': {} } })),
      ),
    () => ownMember('undeclared', 'x'.repeat(pick(g, [1_000, 60_000, 1_000_000]))),
    () => Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`u${at}`, at])),
    () => hostileValue(g),
  ])()
  return { query: VARIABLES_DOCUMENT, variables }
}

/** The text of an operation. */
export const textOf = (operation: unknown): string => JSON.stringify(operation) ?? 'null'
