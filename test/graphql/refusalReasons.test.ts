import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { REFUSAL_REASONS } from '../../src/kernel/refusalReasons.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { aGraphClient, graphAnswerOf } from '../support/graphClient.ts'
import { aUser } from '../support/users.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedApp()
})

const Reasons = z.object({
  refusalReasons: z.array(z.object({ reason: z.string(), code: z.string(), description: z.string() })),
})

test('are published with their codes and descriptions, for everybody', async () => {
  const { data } = await aGraphClient(app).send('{ refusalReasons { reason code description } }')
  const { refusalReasons } = Reasons.parse(data)
  const known = Object.values(REFUSAL_REASONS).flatMap((reasons) => Object.entries<string>(reasons))
  expect(refusalReasons.map(({ reason, description }) => [reason, description])).toEqual(
    known.map(([reason, description]) => [reason.toUpperCase(), description]),
  )
  const codeOf = (wanted: string) => refusalReasons.find(({ reason }) => reason === wanted)?.code
  expect(
    ['SIGNED_OUT', 'SECOND_FACTOR_REQUIRED', 'USERNAME_TAKEN', 'SYNTAX_ERROR', 'WRONG_CREDENTIALS'].map(codeOf),
  ).toEqual(['UNAUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'CONFLICT', 'GRAPHQL_PARSE_FAILED', 'BAD_INPUT'])
})

test('are given for faults of documents and requests, too', async () => {
  const { api } = await aUser(app)
  const post = (body: string, headers: Record<string, string> = {}) =>
    api.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  const refusalOf = async (body: string, headers?: Record<string, string>) => {
    const { code, reason, requestId } = graphAnswerOf(await post(body, headers)).errors?.[0]?.extensions ?? {}
    expect(requestId).toEqual(expect.any(String))
    return [code, reason]
  }
  const query = (text: string) => JSON.stringify({ query: text })
  expect(await refusalOf(query('{'))).toEqual(['GRAPHQL_PARSE_FAILED', 'SYNTAX_ERROR'])
  expect(await refusalOf(query('{ nonsense }'))).toEqual(['GRAPHQL_VALIDATION_FAILED', 'DOCUMENT_INVALID'])
  expect(await refusalOf('{')).toEqual(['BAD_INPUT', 'MALFORMED_REQUEST'])
  expect(await refusalOf(query('{ onlineCount }'), { 'content-type': 'text/plain' })).toEqual([
    'BAD_INPUT',
    'UNSUPPORTED_MEDIA_TYPE',
  ])
  expect(await refusalOf(query(`# ${'x'.repeat(1_048_576)}\n{ __typename }`))).toEqual(['BAD_INPUT', 'TOO_LARGE'])
  expect(await refusalOf(query('{ viewer { notifications(after: "nonsense") { nodes { id } } } }'))).toEqual([
    'BAD_INPUT',
    'CURSOR_INVALID',
  ])
  expect(await refusalOf(query('{ node(id: "nonsense") { id } }'))).toEqual(['BAD_INPUT', 'NOT_AN_ID'])
  const get = await api.fetch('/graphql?query=%7B__typename%7D', { headers: { accept: 'application/json' } })
  expect(graphAnswerOf(get).errors?.[0]?.extensions).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'PREFLIGHT_REQUIRED',
  })
})
