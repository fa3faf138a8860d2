import fc from 'fast-check'
import { parse } from 'graphql'
import { z } from 'zod'
import { readResponseFields } from '../../support/graphResponseFields.ts'
import type { FuzzFixture } from './fixture.ts'
import { cursorDocuments, type GeneratedDocument, generateDocument, schema } from './graphDocuments.ts'
import { type FuzzResponse, postDocument } from './httpClient.ts'
import { fillPlaceholders, placeholderNames } from './placeholders.ts'
import { runWithWorkers } from './restRun.ts'

/** The results of a run of documents. */
export interface GraphTally {
  /** The number of complete responses, of responses with data, and of errors by code. */
  readonly counts: Map<string, number>
  readonly breaches: string[]
}

/** The documents that a seed generates. */
export const documentsOf = (
  fixture: FuzzFixture,
  { seed, runs }: { seed: number; runs: number },
): GeneratedDocument[] => {
  const names = placeholderNames(fixture.known)
  return fc.sample(
    fc.gen().map((g) => generateDocument(g, names)),
    { seed, numRuns: runs },
  )
}

/** Requests after which the rate limits are reset. */
const BATCH_SIZE = 20

/** Sends the documents of a seed, `concurrency` at a time. `only` selects one of them by its number. */
export async function fuzzGraph(
  fixture: FuzzFixture,
  plan: { seed: number; runs: number; concurrency: number; only?: number },
) {
  const tally: GraphTally = { counts: new Map(), breaches: [] }
  const all = documentsOf(fixture, plan).map((document, at) => ({ document, at }))
  const wanted = all.filter(({ at }) => plan.only === undefined || at === plan.only)
  for (let from = 0; from < wanted.length; from += BATCH_SIZE) {
    await fixture.resetRateLimits()
    await runWithWorkers(wanted.slice(from, from + BATCH_SIZE), plan.concurrency, async ({ document, at }) => {
      const faults = await sendDocument(fixture, tally, document)
      tally.breaches.push(
        ...faults.map(
          (fault) => `--seed ${plan.seed} --document ${at} ${JSON.stringify(document).slice(0, 3_000)}\n    ${fault}`,
        ),
      )
    })
  }
  return tally
}

/** Requests every list with invalid cursors, as an admin. */
export async function fuzzCursors(fixture: FuzzFixture, concurrency: number): Promise<GraphTally> {
  const tally: GraphTally = { counts: new Map(), breaches: [] }
  await runWithWorkers(cursorDocuments(), concurrency, async (query) => {
    const faults = await sendDocument(fixture, tally, { caller: 'admin', query, variables: {}, exceedsLimit: false })
    tally.breaches.push(...faults.map((fault) => `${query.slice(0, EXCERPT)}\n    ${fault}`))
  })
  return tally
}

async function sendDocument(fixture: FuzzFixture, tally: GraphTally, document: GeneratedDocument): Promise<string[]> {
  const token = fixture.cookieOf(document.caller)
  const sent = JSON.stringify({ query: fillPlaceholders(document.query, fixture.known), variables: document.variables })
  const body = fillPlaceholders(sent, fixture.known, (value) => JSON.stringify(value).slice(1, -1))
  const response = await postDocument(fixture.app.origin, body, token ? { cookie: `auth=${token}` } : {}).catch(
    (error: Error) => error,
  )
  const faults = fixture.loggedErrors.splice(0).map((line) => `logged ${line}`)
  if (response instanceof Error) return [`no response: ${response.message}`, ...faults]
  await renewEndedSession(fixture, document, response, token)
  return [...documentFaults(tally, document, response), ...faults]
}

/** Renews the caller's session when the document has ended it. */
async function renewEndedSession(
  fixture: FuzzFixture,
  { caller }: GeneratedDocument,
  { bytes }: FuzzResponse,
  token: string,
) {
  const isLoggedOut = bytes.includes('Missing Credentials') || bytes.includes('"UNAUTHENTICATED"')
  if (token && isLoggedOut && token === fixture.cookieOf(caller)) await fixture.renewSession(caller)
}

const Shape = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string().min(1),
        extensions: z.object({ code: z.string(), requestId: z.string().min(1) }),
      }),
    )
    .min(1)
    .optional(),
})

/** The published error codes, and those of GraphQL for documents that can't be executed. */
const CODES = new Set([
  'UNAUTHENTICATED',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_INPUT',
  'CONFLICT',
  'RATE_LIMITED',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
])

const INTERNAL_ERROR = 500
/** Characters of a response that a breach quotes. */
const EXCERPT = 400
const hasData = (data: object | null | undefined) => Object.values(data ?? {}).some((value) => value !== null)

function documentFaults(
  tally: GraphTally,
  document: GeneratedDocument,
  { status, headers, bytes }: FuzzResponse,
): string[] {
  const text = bytes.toString('utf8')
  const isJson = String(headers['content-type']).includes('json')
  if (status >= INTERNAL_ERROR || !isJson) return [`answered ${status} ${text.slice(0, EXCERPT)}`]
  const { success, data: answer } = Shape.safeParse(JSON.parse(text))
  if (!success) return [`a response of another shape: ${text.slice(0, EXCERPT)}`]
  count(tally, answer)
  const { data, errors = [] } = answer
  const unknownCodes = errors.filter(({ extensions }) => !CODES.has(extensions.code))
  const mismatches = data ? readResponseFields({ schema, document: parse(document.query), data }).mismatches : []
  const isAccepted = document.exceedsLimit && (hasData(data) || errors.length === 0)
  return [
    ...unknownCodes.map(({ extensions, message }) => `the code ${extensions.code}: ${message}`),
    ...mismatches.map((each) => `not as in the schema: ${each}`),
    ...(isAccepted ? [`exceeds a limit, but was answered: ${text.slice(0, EXCERPT)}`] : []),
  ]
}

function count({ counts }: GraphTally, { data, errors = [] }: z.output<typeof Shape>) {
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  if (data && errors.length === 0) add('complete')
  if (hasData(data)) add('with data')
  for (const { extensions } of errors) add(extensions.code)
}
