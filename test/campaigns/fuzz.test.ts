import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { aDatabase } from '../support/database.ts'
import { readShown } from '../support/graphData.ts'
import { wrongWith } from './fuzz/answers.ts'
import { schema } from './fuzz/documents.ts'
import { documentsOf, fuzzCursors, fuzzGraph } from './fuzz/graphRun.ts'
import { furnish, type Ground, openFuzzed } from './fuzz/ground.ts'
import { callRightly, type Fared, fuzz, NEVER, names, nothingYet, requestsOf, successes, told } from './fuzz/run.ts'

const PLAN = { seed: 1, runs: 20, lanes: 4 }
let ground: Ground
let close: () => Promise<void>

beforeAll(async () => {
  const database = await aDatabase()
  const faults: string[] = []
  const app = await openFuzzed(database.url, faults)
  close = async () => {
    await app.close()
    await database.drop()
  }
  ground = await furnish(app, faults)
})
afterAll(() => close())

describe('20 requests to each operation, right and hostile', () => {
  const all: Fared[] = names.map(nothingYet)

  it('are answered in the declared shape, or refused, and are never a fault', async () => {
    for (const fared of all) await callRightly(ground, fared)
    for (const fared of all) await fuzz(ground, fared, PLAN)
    expect(all.flatMap(({ breaches }) => breaches.map((breach) => told(PLAN.seed, breach)))).toEqual([])
    expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(contract).sort())
    expect(ground.faults).toEqual([])
  }, 120_000)

  it('come to succeed wherever somebody can succeed', () => {
    const unsuccessful = all.filter((fared) => successes(fared) === 0).map(({ name }) => name)
    expect(unsuccessful.sort()).toEqual(Object.keys(NEVER).sort())
  })

  it('are the same ones for the same seed', () => {
    const drawn = () => requestsOf(ground, 'createInstance', PLAN)
    expect(drawn()).toEqual(drawn())
    expect(drawn()).not.toEqual(requestsOf(ground, 'createInstance', { ...PLAN, seed: 2 }))
  })
})

describe('100 documents by the schema, right, wrong and broken', () => {
  const plan = { seed: 1, runs: 100, lanes: 4 }

  it('are answered by the schema, or refused by a code of the closed list, and are never a fault', async () => {
    const { counts, breaches } = await fuzzGraph(ground, plan)
    expect(breaches).toEqual([])
    for (const outcome of ['whole', 'BAD_INPUT', 'FORBIDDEN', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'])
      expect(counts.get(outcome), outcome).toBeGreaterThan(0)
  }, 60_000)

  it('are refused where they ask for what follows a place that is none, in every list', async () => {
    const { counts, breaches } = await fuzzCursors(ground, plan.lanes)
    expect(breaches).toEqual([])
    expect([...counts.keys()].filter((outcome) => !['BAD_INPUT', 'whole', 'with data'].includes(outcome))).toEqual([])
    expect(counts.get('BAD_INPUT')).toBeGreaterThan(0)
  }, 60_000)

  it('are the same ones for the same seed', () => {
    expect(documentsOf(ground, plan)).toEqual(documentsOf(ground, plan))
    expect(documentsOf(ground, plan)).not.toEqual(documentsOf(ground, { ...plan, seed: 2 }))
  })
})

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const answer = (status: number, body: unknown, headers: Record<string, string> = JSON_TYPE) => ({
  status,
  headers,
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const refused = (status: number, message = 'no') => ({ error: { message, status_code: status } })

describe('an answer', () => {
  const USER = '/api/1/users/usr_00000000-0000-4000-8000-000000000000'
  it.each([
    ['a fault', 'GET', USER, answer(500, refused(500))],
    ['503', 'GET', USER, answer(503, refused(503))],
    ['a record without its members', 'GET', USER, answer(200, { id: 'usr_x' })],
    ['a result that is no JSON', 'GET', '/api/1/time', answer(200, 'now')],
    ['a result of another type', 'GET', '/api/1/time', answer(200, '"now"', { 'content-type': 'text/html' })],
    ['a refusal that is no JSON', 'GET', USER, answer(404, 'no', { 'content-type': 'text/plain' })],
    ['a refusal without the envelope', 'GET', USER, answer(404, { message: 'no' })],
    ['a refusal with another status inside', 'GET', USER, answer(404, refused(400))],
    ['the 500 of another operation', 'DELETE', '/api/1/file/x/1', answer(500, refused(500, 'Internal error'))],
    ['an empty result without a length', 'DELETE', `${USER}/persist`, answer(200, '', {})],
    ['a success where nothing is served', 'GET', '/api/1/nothing', answer(200, {})],
  ])('is found wrong: %s', (_, method, path, answered) => {
    expect(wrongWith(method, path.slice('/api/1'.length), answered)).toEqual(expect.any(String))
  })

  it.each([
    ['a result', 'GET', '/time', answer(200, '"2026-01-01T00:00:00.000Z"')],
    ['a refusal', 'GET', '/time?x', answer(429, refused(429))],
    ['the documented 500', 'GET', '/files?userId=x', answer(500, refused(500))],
    ['the documented 504', 'GET', '/file/x/1/file/status', answer(504, refused(504))],
    ['an empty result', 'DELETE', '/users/x/persist', answer(200, '', { 'content-length': '0' })],
  ])('is found right: %s', (_, method, path, answered) => {
    expect(wrongWith(method, path, answered)).toBe(null)
  })
})

describe('data of the graph', () => {
  const document = parse(
    '{ viewer { id emailVerified friends(first: 1) { nodes { id } } more: email @include(if: true) } }',
  )
  const viewer = { id: 'usr_x', emailVerified: false, friends: { nodes: [{ id: 'usr_y' }] }, more: '' }
  const wrongIn = (data: unknown) => readShown({ schema, document, data }).wrong

  it.each([
    ['a member that is missing', { ...viewer, emailVerified: undefined }],
    ['a member that nobody asked for', { ...viewer, email: 'x' }],
    ['null where there is none', { ...viewer, friends: { nodes: null } }],
    ['no list', { ...viewer, friends: { nodes: {} } }],
    ['no object', { ...viewer, friends: 'many' }],
    ['another type', { ...viewer, emailVerified: 'no' }],
  ])('is found wrong: %s', (_, told) => {
    expect(wrongIn(JSON.parse(JSON.stringify({ viewer: told })))).toHaveLength(1)
  })

  it('is found right where it is, or may be left out', () => {
    expect(wrongIn({ viewer })).toEqual([])
    const { more: _, ...rest } = viewer
    expect(wrongIn({ viewer: rest })).toEqual([])
    const twice = parse(
      'query ($x: Boolean!) { viewer { id } viewer @include(if: false) { email } a: viewer @skip(if: $x) { id } }',
    )
    expect(readShown({ schema, document: twice, data: { viewer: { id: 'usr_x' } } }).wrong).toEqual([])
  })
})
