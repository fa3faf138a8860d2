import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_KEY } from '../support/app.ts'
import { aDatabase } from '../support/database.ts'
import { PATIENCE } from '../support/patience.ts'
import {
  graphFault,
  graphSocketFault,
  handshakeFault,
  legacySocketFault,
  restFault,
} from './fuzz/doors/answerFaults.ts'
import { aDoorTarget } from './fuzz/doors/campaign.ts'
import { frameBytes, readFrames, TEXT } from './fuzz/doors/frameBytes.ts'
import { type HttpAnswer, readAnswer } from './fuzz/doors/httpAnswer.ts'
import { type DoorTarget, exchangeOf, fuzzDoors, KINDS } from './fuzz/doors/run.ts'
import { aFuzzFixture, openFuzzedApp } from './fuzz/fixture.ts'

const plan = { seed: 1, exchanges: KINDS.length * 8, concurrency: 8, patience: PATIENCE / 2 }

describe(`${plan.exchanges} malformed exchanges at every entry of the built server`, () => {
  let target: DoorTarget
  let close: () => Promise<void>

  beforeAll(async () => {
    const { url: DATABASE_URL } = await aDatabase()
    const settings = { DATABASE_URL, SECRET_KEY: TEST_KEY, DATA_DIR: mkdtempSync(join(tmpdir(), 'plaza-doors-')) }
    const app = await openFuzzedApp(DATABASE_URL, [], settings)
    target = await aDoorTarget(await aFuzzFixture(app, []), settings)
    close = async () => {
      await target.server.stop()
      await app.close()
    }
  })
  afterAll(() => close())

  it('are refused in the form of their API, and neither end the process nor fail by its fault', async () => {
    const { tallies, ends } = await fuzzDoors(target, plan)
    const failed = tallies.flatMap(({ kind: { door, name }, failures }) =>
      failures.map(({ number, fault }) => `--seed ${plan.seed} --exchange ${number}, ${door}, ${name}: ${fault}`),
    )
    expect(failed).toEqual([])
    expect(ends).toEqual([])
    expect(target.server.takeErrors()).toEqual([])
    expect(tallies.filter(({ outcomes }) => outcomes.size === 0)).toEqual([])
  })

  it('are the same for the same seed', async () => {
    const scene = await target.scene()
    const generated = (seed: number) => KINDS.map((_, number) => exchangeOf(seed, number, scene))
    expect(generated(1)).toEqual(generated(1))
    expect(generated(1)).not.toEqual(generated(2))
  })
})

const JSON_TYPE = 'application/json; charset=utf-8'
const anAnswer = (status: number, body: unknown, type = JSON_TYPE): HttpAnswer => ({
  status,
  headers: new Map([['content-type', type]]),
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  isStream: type === 'text/event-stream',
  isKept: true,
  size: 0,
})
const refusal = (status: number, message = 'no') => ({ error: { message, status_code: status } })
const errors = (code: string) => ({ errors: [{ message: 'no', extensions: { code, requestId: 'x' } }] })
const REST = { method: 'GET', target: '/api/1/config' }
const GRAPH = { method: 'POST', target: '/graphql' }

describe('restFault', () => {
  it.each([
    ['an internal error', REST, anAnswer(500, refusal(500))],
    ['an unavailable service', REST, anAnswer(503, refusal(503))],
    ['no envelope', REST, anAnswer(400, '', '')],
    ['an envelope of another status', REST, anAnswer(400, refusal(404))],
    ['an envelope that is declared as text', REST, anAnswer(400, refusal(400), 'text/plain')],
    ['broken JSON', REST, anAnswer(200, '{')],
    ['what is no HTTP', REST, anAnswer(0, '')],
    ['an empty refusal of another operation', REST, anAnswer(404, '', '')],
  ])('reports %s', (_, request, answer) => expect(restFault(request, answer)).toEqual(expect.any(String)))

  it.each([
    ['a result', REST, anAnswer(200, {})],
    ['a refusal', REST, anAnswer(404, refusal(404))],
    ['a refusal of HEAD', { ...REST, method: 'HEAD' }, anAnswer(404, '')],
    ['a refused probe', { ...REST, target: '/metrics' }, anAnswer(403, 'no', 'text/plain')],
    ['the documented 500', { ...REST, target: '/api/1/files?userId=x' }, anAnswer(500, refusal(500))],
    ['the documented 504', { ...REST, target: '/api/1/file/x/1/file/status' }, anAnswer(504, refusal(504))],
    ['the documented empty refusal', { ...REST, target: '/api/1/users/x/y/persist/exists' }, anAnswer(404, '', '')],
  ])('accepts %s', (_, request, answer) => expect(restFault(request, answer)).toBe(null))
})

describe('graphFault', () => {
  it.each([
    ['an internal error', anAnswer(200, errors('INTERNAL'))],
    ['an unpublished code', anAnswer(400, errors('TIMEOUT'))],
    ['an error without a code', anAnswer(400, { errors: [{ message: 'no' }] })],
    ['the envelope of REST', anAnswer(400, refusal(400))],
    ['an empty refusal', anAnswer(406, '', '')],
    ['a server error', anAnswer(503, errors('UNAVAILABLE'))],
    ['an internal error in a batch', anAnswer(200, [{ data: {} }, errors('INTERNAL')])],
    [
      'an internal error in a stream',
      anAnswer(200, `event: next\ndata: ${JSON.stringify(errors('INTERNAL'))}\n\n`, 'text/event-stream'),
    ],
  ])('reports %s', (_, answer) => expect(graphFault(GRAPH, answer)).toEqual(expect.any(String)))

  it.each([
    ['a result', anAnswer(200, { data: { a: 1 } })],
    ['a refusal', anAnswer(400, errors('BAD_INPUT'))],
    ['a batch', anAnswer(200, [{ data: {} }, errors('FORBIDDEN')])],
    ['a page', anAnswer(200, '<html>', 'text/html')],
  ])('accepts %s', (_, answer) => expect(graphFault(GRAPH, answer)).toBe(null))
})

describe('the faults of a websocket', () => {
  const ended = (closeCode: number | null, messages: readonly object[] = [], isCut = false) => ({
    closeCode,
    isCut,
    messages: messages.map((message) => JSON.stringify(message)),
  })

  it.each([
    ['an internal close code', ended(1011)],
    ['an internal close code of the protocol', ended(4500)],
    ['an end without a code', ended(null, [], true)],
    ['an unknown message', ended(null, [{ type: 'hello' }])],
    ['an internal error', ended(null, [{ type: 'next', id: '1', payload: errors('INTERNAL') }])],
    ['a refusal without a code', ended(null, [{ type: 'error', id: '1', payload: [{ message: 'no' }] }])],
  ])('are reported: %s', (_, end) => expect(graphSocketFault(end)).toEqual(expect.any(String)))

  it('are none for documented codes and messages', () => {
    expect(graphSocketFault(ended(4400, [{ type: 'connection_ack' }]))).toBe(null)
    expect(graphSocketFault(ended(null, [{ type: 'next', id: '1', payload: errors('BAD_INPUT') }]))).toBe(null)
    expect(legacySocketFault(ended(1008, [{ err: 'no session' }]))).toBe(null)
  })

  it('are reported of the legacy websocket', () => {
    expect(legacySocketFault(ended(1011))).toEqual(expect.any(String))
    expect(legacySocketFault(ended(null, [{ other: 1 }]))).toEqual(expect.any(String))
  })

  it('are server errors and foreign JSON in answers to a handshake', () => {
    expect(handshakeFault(GRAPH, anAnswer(403, '', ''))).toBe(null)
    expect(handshakeFault(GRAPH, anAnswer(503, '', ''))).toEqual(expect.any(String))
    expect(handshakeFault(REST, anAnswer(400, { no: 1 }))).toEqual(expect.any(String))
  })
})

describe('what is read from a connection', () => {
  const read = (text: string, isOver = false) => readAnswer(Buffer.from(text), { isHead: false, isOver })

  it('is an answer with its length, in chunks, or up to the end', () => {
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}rest')).toMatchObject({
      status: 200,
      body: Buffer.from('{}'),
      size: 40,
    })
    expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ status: 204 })
    expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n')).toMatchObject({
      body: Buffer.from('{}'),
    })
    expect(read('HTTP/1.1 200 OK\r\n\r\nall', true)).toMatchObject({ body: Buffer.from('all'), isKept: false })
    expect(read('nonsense\r\n\r\n', true)).toMatchObject({ status: 0 })
  })

  it('is nothing while the answer is incomplete', () => {
    expect(read('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}')).toBe(null)
    expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}')).toBe(null)
    expect(read('HTTP/1.1 200 OK\r\n')).toBe(null)
  })

  it('are frames, and what remains of an incomplete one', () => {
    const [short, long] = ['x', 'y'.repeat(70_000)].map((payload) =>
      frameBytes({ opcode: TEXT, payload, isMasked: false }),
    )
    const { frames, rest } = readFrames(
      Buffer.concat([short ?? Buffer.alloc(0), long ?? Buffer.alloc(0), Buffer.from([0x81])]),
    )
    expect(frames.map(({ payload }) => payload.length)).toEqual([1, 70_000])
    expect(rest.length).toBe(1)
  })
})
