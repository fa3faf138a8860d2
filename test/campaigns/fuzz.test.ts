import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { aDatabase } from '../support/database.ts'
import { readResponseFields } from '../support/graphResponseFields.ts'
import { rounds } from '../support/rounds.ts'
import { aFuzzFixture, type FuzzFixture, openFuzzedApp } from './fuzz/fixture.ts'
import { schema } from './fuzz/graphDocuments.ts'
import { documentsOf, fuzzCursors, fuzzGraph } from './fuzz/graphRun.ts'
import { responseFault } from './fuzz/responseFaults.ts'
import {
  callCorrectly,
  describeBreach,
  emptyTally,
  fuzzOperation,
  NEVER_SUCCEEDS,
  type OperationTally,
  operationNames,
  requestsOf,
  successes,
} from './fuzz/restRun.ts'

const PLAN = { seed: 1, runs: rounds(10), concurrency: 4 }
/** For what has not succeeded by then. */
const MOST_RUNS = 40
let fixture: FuzzFixture
let close: () => Promise<void>

beforeAll(async () => {
  const database = await aDatabase()
  const loggedErrors: string[] = []
  const app = await openFuzzedApp(database.url, loggedErrors)
  close = async () => {
    await app.close()
  }
  fixture = await aFuzzFixture(app, loggedErrors)
})
afterAll(() => close())

describe(`${PLAN.runs} valid and malformed requests to each operation`, () => {
  const all: OperationTally[] = operationNames.map(emptyTally)

  it('are answered in the declared shape or refused, and never fail with an internal error', async () => {
    for (const tally of all) await callCorrectly(fixture, tally)
    for (const tally of all) await fuzzOperation(fixture, tally, PLAN)
    const unlucky = all.filter((tally) => successes(tally) === 0 && !(tally.name in NEVER_SUCCEEDS))
    for (const tally of unlucky) await fuzzOperation(fixture, tally, { ...PLAN, runs: MOST_RUNS })
    expect(all.flatMap(({ breaches }) => breaches.map((breach) => describeBreach(PLAN.seed, breach)))).toEqual([])
    expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(contract).sort())
    expect(fixture.loggedErrors).toEqual([])
  })

  it('succeed at least once for every operation that can succeed', () => {
    const unsuccessful = all.filter((tally) => successes(tally) === 0).map(({ name }) => name)
    expect(unsuccessful.sort()).toEqual(Object.keys(NEVER_SUCCEEDS).sort())
  })

  it('are the same for the same seed', () => {
    const generated = () => requestsOf(fixture, 'createInstance', PLAN)
    expect(generated()).toEqual(generated())
    expect(generated()).not.toEqual(requestsOf(fixture, 'createInstance', { ...PLAN, seed: 2 }))
  })
})

describe('100 valid and malformed GraphQL documents', () => {
  const plan = { seed: 1, runs: 100, concurrency: 4 }

  it('are answered by the schema or refused with a published code, and never fail with an internal error', async () => {
    const { counts, breaches } = await fuzzGraph(fixture, plan)
    expect(breaches).toEqual([])
    for (const outcome of ['complete', 'BAD_INPUT', 'FORBIDDEN', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED'])
      expect(counts.get(outcome), outcome).toBeGreaterThan(0)
  })

  it('are refused when their cursor is invalid, in every list', async () => {
    const { counts, breaches } = await fuzzCursors(fixture, plan.concurrency)
    expect(breaches).toEqual([])
    expect([...counts.keys()].filter((outcome) => !['BAD_INPUT', 'complete', 'with data'].includes(outcome))).toEqual(
      [],
    )
    expect(counts.get('BAD_INPUT')).toBeGreaterThan(0)
  })

  it('are the same for the same seed', () => {
    expect(documentsOf(fixture, plan)).toEqual(documentsOf(fixture, plan))
    expect(documentsOf(fixture, plan)).not.toEqual(documentsOf(fixture, { ...plan, seed: 2 }))
  })
})

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const aResponse = (status: number, body: unknown, headers: Record<string, string> = JSON_TYPE) => ({
  status,
  headers,
  bytes: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})
const aRefusal = (status: number, message = 'no') => ({ error: { message, status_code: status } })

describe('responseFault', () => {
  const USER = '/api/1/users/usr_00000000-0000-4000-8000-000000000000'
  it.each([
    ['an internal error', 'GET', USER, aResponse(500, aRefusal(500))],
    ['503', 'GET', USER, aResponse(503, aRefusal(503))],
    ['a record without its fields', 'GET', USER, aResponse(200, { id: 'usr_x' })],
    ['a result that is not JSON', 'GET', '/api/1/time', aResponse(200, 'now')],
    ['a result of another type', 'GET', '/api/1/time', aResponse(200, '"now"', { 'content-type': 'text/html' })],
    ['a refusal that is not JSON', 'GET', USER, aResponse(404, 'no', { 'content-type': 'text/plain' })],
    ['a refusal without the envelope', 'GET', USER, aResponse(404, { message: 'no' })],
    ['a refusal with another status inside', 'GET', USER, aResponse(404, aRefusal(400))],
    [
      'a 500 that is documented for another operation only',
      'DELETE',
      '/api/1/file/x/1',
      aResponse(500, aRefusal(500, 'Internal error')),
    ],
    ['an empty result without a length', 'DELETE', `${USER}/persist`, aResponse(200, '', {})],
    ['a success at a path without an operation', 'GET', '/api/1/nothing', aResponse(200, {})],
  ])('reports %s', (_, method, path, response) => {
    expect(responseFault(method, path.slice('/api/1'.length), response)).toEqual(expect.any(String))
  })

  it.each([
    ['a result', 'GET', '/time', aResponse(200, '"2026-01-01T00:00:00.000Z"')],
    ['a refusal', 'GET', '/time?x', aResponse(429, aRefusal(429))],
    ['the documented 500', 'GET', '/files?userId=x', aResponse(500, aRefusal(500))],
    ['the documented 504', 'GET', '/file/x/1/file/status', aResponse(504, aRefusal(504))],
    ['an empty result', 'DELETE', '/users/x/persist', aResponse(200, '', { 'content-length': '0' })],
  ])('accepts %s', (_, method, path, response) => {
    expect(responseFault(method, path, response)).toBe(null)
  })
})

describe('readResponseFields', () => {
  const document = parse(
    '{ viewer { id isEmailVerified friends(first: 1) { nodes { id } } more: email @include(if: true) } }',
  )
  const viewer = { id: 'usr_x', isEmailVerified: false, friends: { nodes: [{ id: 'usr_y' }] }, more: '' }
  const mismatchesIn = (data: unknown) => readResponseFields({ schema, document, data }).mismatches

  it.each([
    ['a missing field', { ...viewer, isEmailVerified: undefined }],
    ['a field that was not requested', { ...viewer, email: 'x' }],
    ['null in a non-null field', { ...viewer, friends: { nodes: null } }],
    ['an object in place of a list', { ...viewer, friends: { nodes: {} } }],
    ['a string in place of an object', { ...viewer, friends: 'many' }],
    ['a value of another type', { ...viewer, isEmailVerified: 'no' }],
  ])('reports %s', (_, viewerData) => {
    expect(mismatchesIn(JSON.parse(JSON.stringify({ viewer: viewerData })))).toHaveLength(1)
  })

  it('accepts complete data, and data without conditional fields', () => {
    expect(mismatchesIn({ viewer })).toEqual([])
    const { more: _, ...rest } = viewer
    expect(mismatchesIn({ viewer: rest })).toEqual([])
    const twice = parse(
      'query ($x: Boolean!) { viewer { id } viewer @include(if: false) { email } a: viewer @skip(if: $x) { id } }',
    )
    expect(readResponseFields({ schema, document: twice, data: { viewer: { id: 'usr_x' } } }).mismatches).toEqual([])
  })
})
