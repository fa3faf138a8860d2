import { beforeAll, describe, expect, test } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient, type GraphClient, graphAnswerOf } from '../support/graphClient.ts'
import { aRestClient, type Exchange } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'

let app: TestApp
let ada: TestUser
let graph: GraphClient

beforeAll(async () => {
  app = await anApp()
  ada = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const post = (body: unknown, headers: Record<string, string> = {}) =>
  ada.api.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** A response without its request id, to compare it with another. */
const comparable = ({ status, headers, body }: Exchange) => ({
  status,
  type: headers.get('content-type'),
  cookies: headers.getSetCookie().length,
  body: JSON.stringify(body).replaceAll(/"requestId":"[^"]+"/g, '"requestId":""'),
})

/** An Accept header that the fast path doesn't support, so that Yoga handles the request. */
const BY_YOGA = { 'content-type': 'application/graphql+json' }
const SPEC = { accept: 'application/graphql-response+json' }
const nestedList = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const aliases = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: onlineCount`).join(' ')

describe('the fast path', () => {
  const documents: [string, Readonly<Record<string, unknown>>][] = [
    [
      'a list',
      {
        query:
          '{ users(filter: { search: "u" }, first: 3) { nodes { id displayName createdAt } pageInfo { endCursor } } }',
      },
    ],
    ['variables', { query: 'query A($n: Int!) { users(first: $n) { nodes { id } } }', variables: { n: 2 } }],
    ['a named operation', { query: 'query A { onlineCount } query B { __typename }', operationName: 'B' }],
    ['no such operation', { query: 'query A { onlineCount }', operationName: 'B' }],
    ['no operation named', { query: 'query A { onlineCount } query B { __typename }' }],
    ['nulls', { query: '{ __typename }', variables: null, operationName: null }],
    ['a syntax error', { query: '{ users(' }],
    ['an unknown field', { query: '{ usrs { id } }' }],
    ['a missing variable', { query: 'query A($n: Int!) { users(first: $n) { nodes { id } } }' }],
    ['a wrong variable', { query: 'query A($n: Int!) { users(first: $n) { nodes { id } } }', variables: { n: 'x' } }],
    [
      'a wrong member',
      {
        query: 'mutation A($i: UpdateNoteInput!) { updateNote(input: $i) { note { id } } }',
        variables: { i: { note: 1 } },
      },
    ],
    ['a refusal', { query: '{ a: userByName(username: "x") { id } b: users(first: 1) { nodes { id } } }' }],
    ['a refused argument', { query: '{ users(first: 101) { nodes { id } } }' }],
    ['a refused act', { query: 'mutation { revokeSession(input: { sessionId: "x" }) { deletedSessionId } }' }],
    ['too many aliases', { query: `{ ${aliases(101)} }` }],
    ['too many tokens', { query: `{ ${'onlineCount '.repeat(2_000)} }` }],
    ['too deep', { query: `{ viewer { user ${'{ note { targetUser '.repeat(7)} { id } ${'} }'.repeat(7)} } }` }],
    ['too complex', { query: '{ users(first: 100) { nodes { badges { nodes { badge { id } } } } } }' }],
    ['a zero byte', { query: '{ users(filter: { search: "\\u0000" }) { nodes { id } } }' }],
    [
      'a zero byte in a name',
      { query: 'query A($v: Int) { a: users(first: $v) { nodes { id } } }', variables: { '\0': 1 } },
    ],
    [
      'half a pair',
      { query: 'query A($s: String) { users(filter: { search: $s }) { nodes { id } } }', variables: { s: '\ud800' } },
    ],
    ['variables too deep', { query: '{ onlineCount }', variables: { v: nestedList(101) } }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['unknown members', { query: '{ __typename }', variables: {}, surprise: 1 }],
    ['a query that is none', { query: 1 }],
    ['variables that are none', { query: '{ __typename }', variables: [] }],
    ['nothing', { query: undefined }],
    ['the hash of a document', { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }],
    ['a document beside its hash', { query: '{ __typename }', extensions: { persistedQuery: { sha256Hash: 'x' } } }],
    ['an id of a document', { documentId: 'x' }],
    ['an id that is none', { documentId: 7 }],
    ['no document', { extensions: {} }],
  ]

  test.each(documents)('responds to %s exactly like Yoga', async (_name, body) => {
    for (const accept of [{}, SPEC, { accept: 'application/json, */*;q=0.5' }, { accept: 'text/plain' }]) {
      const [lean, yoga] = [await post(body, accept), await post(body, { ...BY_YOGA, ...accept })]
      expect(comparable(lean)).toEqual(comparable(yoga))
    }
  })

  test('sets cookies like Yoga', async () => {
    const input = { username: ada.username, password: ada.password }
    const body = {
      query: 'mutation A($i: SignInInput!) { signIn(input: $i) { session { pendingFactors } } }',
      variables: { i: input },
    }
    const [lean, yoga] = [await post(body), await post(body, BY_YOGA)]
    expect(comparable(lean)).toEqual(comparable(yoga))
    expect(lean.headers.getSetCookie()[0]).toMatch(
      /^auth=authcookie_[^;]+; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('limits', () => {
  const codesOf = async (query: string, client = graph) =>
    (await client.send(query)).errors?.map(({ extensions, message }) => [extensions.code, message])

  test('refuse lone surrogates', async () => {
    const asked = 'users(first: 1, filter: { search: '
    const variable = await graph.send(`query A($s: String) { ${asked} $s }) { nodes { id } } }`, { s: 'half \ud800' })
    expect(variable.errors).toMatchObject([{ extensions: { code: 'BAD_INPUT' } }])
    const literal = await graph.send(`{ ${asked} "half \\ud800" }) { nodes { id } } }`)
    expect(literal.errors).toMatchObject([{ extensions: { code: 'GRAPHQL_PARSE_FAILED' } }])
  })

  test('refuse a document of several operations that names none, by a published code', async () => {
    const several = await graph.send('query A { onlineCount } query B { onlineCount }')
    expect(several.errors?.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_INPUT', reason: 'MALFORMED_REQUEST', requestId: expect.any(String) },
    ])
  })

  test('refuse years before 1', async () => {
    const codes = async (time: string) => {
      const asked = 'viewer { notifications(first: 0, filter: { since: '
      const variable = await graph.send(`query A($t: DateTime) { ${asked} $t }) { nodes { id } } } }`, { t: time })
      const literal = await graph.send(`{ ${asked} "${time}" }) { nodes { id } } } }`)
      return [variable, literal].map(({ errors }) => errors?.map(({ extensions }) => extensions.code) ?? [])
    }
    expect(await codes('0001-01-01T00:00:00Z')).toEqual([[], []])
    for (const time of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00'])
      expect(await codes(time)).toEqual([['BAD_INPUT'], ['GRAPHQL_VALIDATION_FAILED']])
  })

  test('bound the nesting of variables', async () => {
    const codes = async (levels: number) => {
      const variables = `{"v":${'['.repeat(levels)}${']'.repeat(levels)}}`
      const { body, status } = await post(
        `{"query":"query A($v: [ID!]!) { nodes(ids: $v) { id } }","variables":${variables}}`,
      )
      return graphAnswerOf({ body, status }).errors?.map(({ extensions, message }) => [extensions.code, message])
    }
    expect(await codes(98)).toEqual([['BAD_INPUT', expect.stringMatching(/^Variable "\$v"/)]])
    for (const levels of [100, 5_000, 100_000])
      expect(await codes(levels)).toEqual([['BAD_INPUT', 'variables must have at most 100 levels']])
  })

  test('bound aliases, directives and tokens', async () => {
    expect(await codesOf(`{ ${aliases(100)} }`)).toBeUndefined()
    expect(await codesOf(`{ ${aliases(101)} }`)).toEqual([
      ['GRAPHQL_VALIDATION_FAILED', expect.stringMatching(/Aliases limit of 100/)],
    ])
    const directives = 'onlineCount @include(if: true) '
    expect(await codesOf(`{ ${directives.repeat(30)} }`)).toBeUndefined()
    expect(await codesOf(`{ ${directives.repeat(31)} }`)).toEqual([
      ['GRAPHQL_VALIDATION_FAILED', 'Directives limit of 30 exceeded, found 31.'],
    ])
    const repeated = ['viewer { id } ', '... { viewer { id } } ']
    for (const field of repeated) {
      expect(await codesOf(`{ ${field.repeat(50)} }`)).toBeUndefined()
      expect(await codesOf(`{ ${field.repeat(51)} }`)).toEqual([
        ['GRAPHQL_VALIDATION_FAILED', expect.stringMatching(/at most 50 times, but one has it 51 times/)],
      ])
    }
    expect(await codesOf(`{ ${'onlineCount '.repeat(2_000)} }`)).toEqual([
      ['GRAPHQL_PARSE_FAILED', expect.stringMatching(/Token limit of 2000/)],
    ])
  })

  test('bound bodies to 1 MiB', async () => {
    const large = { query: `# ${'x'.repeat(1_048_576)}\n{ __typename }` }
    for (const headers of [{}, BY_YOGA]) {
      const answer = await post(large, headers)
      expect(answer.status).toBe(413)
      expect(graphAnswerOf(answer).errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_INPUT',
        requestId: expect.any(String),
      })
    }
  })
})

const MEDIA_TYPES_REFUSED = [
  'text/plain',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset="iso-8859-1"',
]

const MALFORMED = { extensions: { code: 'BAD_INPUT', reason: 'MALFORMED_REQUEST', requestId: expect.any(String) } }

describe('requests', () => {
  test('that are malformed are refused with the request id', async () => {
    for (const body of ['{bad', '', '7', 'null', '"text"']) {
      const answer = await post(body)
      expect(graphAnswerOf(answer).errors?.[0]?.extensions).toEqual({
        code: 'BAD_INPUT',
        reason: 'MALFORMED_REQUEST',
        requestId: answer.headers.get('x-request-id'),
      })
    }
    for (const type of MEDIA_TYPES_REFUSED) {
      const answer = await post('{"query":"{ onlineCount }"}', { 'content-type': type })
      expect({ type, status: answer.status }).toEqual({ type, status: 415 })
      expect(graphAnswerOf(answer).errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT' })
    }
    expect((await ada.api.fetch('/graphql', { method: 'PUT' })).status).toBe(403)
  })

  test('by GET need the CSRF prevention header and cannot mutate', async () => {
    const get = (query: string, headers: Record<string, string> = {}) =>
      ada.api.fetch(`/graphql?query=${encodeURIComponent(query)}`, { headers })
    const csrf = { 'x-graphql-yoga-csrf': '1' }
    const refused = await get('{ onlineCount }')
    expect(refused.status).toBe(403)
    expect(graphAnswerOf(refused).errors).toMatchObject([
      {
        message: expect.stringMatching(/apollo-require-preflight or x-graphql-yoga-csrf/),
        extensions: { code: 'FORBIDDEN', reason: 'PREFLIGHT_REQUIRED' },
      },
    ])
    for (const header of [csrf, { 'apollo-require-preflight': 'true' }])
      expect(graphAnswerOf(await get('{ onlineCount }', header)).data).toEqual({ onlineCount: expect.any(Number) })
    expect((await get('mutation { logout(input: {}) { deletedSessionId } }', csrf)).status).toBe(405)
    expect((await graph.send('{ viewer { user { id } } }')).data).toEqual({ viewer: { user: { id: ada.id } } })
  })

  test('by GET with variables or extensions that are no JSON are malformed', async () => {
    const headers = { 'x-graphql-yoga-csrf': '1' }
    for (const part of ['variables=%7B', 'variables=%25', 'extensions=x', 'variables='])
      expect(
        graphAnswerOf(await ada.api.fetch(`/graphql?query={onlineCount}&${part}`, { headers })),
        part,
      ).toMatchObject(part.endsWith('=') ? { data: { onlineCount: expect.any(Number) } } : { errors: [MALFORMED] })
  })

  test('for a subscription whose answer can be no stream are refused with the request id', async () => {
    const query = 'subscription { notificationFeed { cursor } }'
    const headers = { accept: 'application/json', 'x-graphql-yoga-csrf': '1' }
    const answers = [await post({ query }, headers), await ada.api.fetch(`/graphql?query=${query}`, { headers })]
    for (const answer of answers) {
      expect(answer.status).toBe(406)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const requestId = answer.headers.get('x-request-id')
      expect(graphAnswerOf(answer).errors).toMatchObject([{ extensions: { ...MALFORMED.extensions, requestId } }])
    }
  })

  test('may write the name of their media type in any case, also for streams', async () => {
    const types = { 'content-type': 'APPLICATION/JSON; charset=UTF-8', accept: 'text/event-stream' }
    const streamed = await post({ query: '{ onlineCount }' }, types)
    expect(streamed.status).toBe(200)
    expect(String(streamed.body)).toMatch(/^event: next\ndata: \{"data":\{"onlineCount":\d+\}\}/m)
  })

  test('with cookies are refused from foreign origins', async () => {
    const evil = { origin: 'https://evil.test' }
    const forged = await post({ query: 'mutation { logout(input: {}) { deletedSessionId } }' }, evil)
    expect(forged.status).toBe(403)
    expect(graphAnswerOf(forged).errors?.[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'ORIGIN_NOT_ALLOWED',
    })
    expect((await post({ query: '{ viewer { id } }' }, { origin: 'http://plaza.test' })).status).toBe(200)
    const stranger = await aGraphClient(app, aRestClient(app)).send('{ onlineCount }', {}, evil)
    expect(stranger.data).toEqual({ onlineCount: expect.any(Number) })
  })

  test('keep the request id of a proxy, and are not cacheable', async () => {
    const { headers, body } = await post({ query: '{ nothing }' }, { 'x-request-id': 'from-the-proxy' })
    expect(headers.get('x-request-id')).toBe('from-the-proxy')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ errors: [{ extensions: { requestId: 'from-the-proxy' } }] })
  })

  test('are counted by their first field, not by their operation name', async () => {
    await graph.send('query Secret { onlineCount }')
    await graph.send('{ nothing }')
    const body = await (await fetch(`${app.origin}/metrics`)).text()
    expect(body).toMatch(/plaza_graphql_operations_total\{type="query",field="onlineCount",outcome="ok"\} \d+/)
    expect(body).toMatch(
      /plaza_graphql_operations_total\{type="none",field="none",outcome="GRAPHQL_VALIDATION_FAILED"\} \d+/,
    )
    expect(body).not.toContain('Secret')
  })
})

describe('server faults', () => {
  test('are masked: the client only gets the request id', async () => {
    await app.scope().client.$executeRawUnsafe('ALTER TABLE "Badge" RENAME TO "Elsewhere"')
    const { errors, data } = await graph.send('{ badges { nodes { id } } onlineCount }')
    await app.scope().client.$executeRawUnsafe('ALTER TABLE "Elsewhere" RENAME TO "Badge"')
    expect(data).toBeNull()
    expect(errors).toEqual([
      {
        message: 'Internal error',
        path: ['badges'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'INTERNAL', reason: 'INTERNAL_ERROR', requestId: expect.any(String) },
      },
    ])
  })
})

describe('GraphiQL', () => {
  test('loads nothing from other hosts, and its policy allows only its own script', async () => {
    const { status, headers, body } = await ada.api.fetch('/graphql', { headers: { accept: 'text/html,*/*' } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]+='; /)
    expect(policy).not.toContain('http')
    expect(String(body)).not.toMatch(/<(script|link|img)[^>]+(src|href)="(https?:)?\/\//)
  })
})
