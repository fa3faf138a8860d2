import fc from 'fast-check'
import { parse } from 'graphql'
import { z } from 'zod'
import { readShown } from '../../support/graphData.ts'
import { type Asked, drawDocument, schema } from './documents.ts'
import type { Ground } from './ground.ts'
import { cursorDocuments } from './lists.ts'
import { fill, namesOf } from './names.ts'
import { inLanes } from './run.ts'
import { type Answered, post } from './sending.ts'

/** How documents fared. */
export interface GraphFared {
  /** How many answers had data, and how many errors there were of each code. */
  readonly counts: Map<string, number>
  readonly breaches: string[]
}

/** The documents that a seed stands for. */
export const documentsOf = (ground: Ground, { seed, runs }: { seed: number; runs: number }): Asked[] => {
  const names = namesOf(ground.known)
  return fc.sample(
    fc.gen().map((g) => drawDocument(g, names)),
    { seed, numRuns: runs },
  )
}

const WINDOW = 20

/** Sends what a seed stands for, some at a time. `only` picks one of them by its number. */
export async function fuzzGraph(ground: Ground, plan: { seed: number; runs: number; lanes: number; only?: number }) {
  const fared: GraphFared = { counts: new Map(), breaches: [] }
  const all = documentsOf(ground, plan).map((asked, at) => ({ asked, at }))
  const wanted = all.filter(({ at }) => plan.only === undefined || at === plan.only)
  for (let from = 0; from < wanted.length; from += WINDOW) {
    await ground.letPass()
    await inLanes(wanted.slice(from, from + WINDOW), plan.lanes, async ({ asked, at }) => {
      const wrong = await ask(ground, fared, asked)
      fared.breaches.push(
        ...wrong.map(
          (said) => `--seed ${plan.seed} --document ${at} ${JSON.stringify(asked).slice(0, 3_000)}\n    ${said}`,
        ),
      )
    })
  }
  return fared
}

/** Asks every list of the graph, as an admin, for what follows places that nobody was given. */
export async function fuzzCursors(ground: Ground, lanes: number): Promise<GraphFared> {
  const fared: GraphFared = { counts: new Map(), breaches: [] }
  await inLanes(cursorDocuments(), lanes, async (query) => {
    const wrong = await ask(ground, fared, { asker: 'admin', query, variables: {}, beyond: false })
    fared.breaches.push(...wrong.map((said) => `${query.slice(0, SHOWN)}\n    ${said}`))
  })
  return fared
}

async function ask(ground: Ground, fared: GraphFared, asked: Asked): Promise<string[]> {
  const token = ground.cookieOf(asked.asker)
  const sent = JSON.stringify({ query: fill(asked.query, ground.known), variables: asked.variables })
  const body = fill(sent, ground.known, (value) => JSON.stringify(value).slice(1, -1))
  const answered = await post(ground.app.origin, body, token ? { cookie: `auth=${token}` } : {}).catch(
    (error: Error) => error,
  )
  const faults = ground.faults.splice(0).map((line) => `logged ${line}`)
  if (answered instanceof Error) return [`no answer: ${answered.message}`, ...faults]
  await stayIn(ground, asked, answered, token)
  return [...judge(fared, asked, answered), ...faults]
}

/** Whoever a document has logged out logs in again; nobody is asked for a session they do not have. */
async function stayIn(ground: Ground, { asker }: Asked, { bytes }: Answered, token: string) {
  const isOut = bytes.includes('Missing Credentials') || bytes.includes('"UNAUTHENTICATED"')
  if (token && isOut && token === ground.cookieOf(asker)) await ground.renew(asker)
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

/** The closed list, and GraphQL's own for documents that can't be executed. */
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
  'OPERATION_RESOLUTION_FAILURE',
])

const FAULT = 500
const SHOWN = 400
const tells = (data: object | null | undefined) => Object.values(data ?? {}).some((value) => value !== null)

function judge(fared: GraphFared, asked: Asked, { status, headers, bytes }: Answered): string[] {
  const text = bytes.toString('utf8')
  const isJson = String(headers['content-type']).includes('json')
  if (status >= FAULT || !isJson) return [`answered ${status} ${text.slice(0, SHOWN)}`]
  const { success, data: answer } = Shape.safeParse(JSON.parse(text))
  if (!success) return [`an answer of another shape: ${text.slice(0, SHOWN)}`]
  count(fared, answer)
  const { data, errors = [] } = answer
  const strange = errors.filter(({ extensions }) => !CODES.has(extensions.code))
  const wrong = data ? readShown({ schema, document: parse(asked.query), data }).wrong : []
  const isLetThrough = asked.beyond && (tells(data) || errors.length === 0)
  return [
    ...strange.map(({ extensions, message }) => `the code ${extensions.code}: ${message}`),
    ...wrong.map((each) => `not by the schema: ${each}`),
    ...(isLetThrough ? [`beyond a limit, and answered: ${text.slice(0, SHOWN)}`] : []),
  ]
}

function count({ counts }: GraphFared, { data, errors = [] }: z.output<typeof Shape>) {
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  if (data && errors.length === 0) add('whole')
  if (tells(data)) add('with data')
  for (const { extensions } of errors) add(extensions.code)
}
