import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  isObjectType,
  NoUnusedVariablesRule,
  parse,
  print,
  separateOperations,
  specifiedRules,
  validate,
} from 'graphql'
import { expect, it } from 'vitest'
import { createLoadScheduler } from '../../src/edges/graphql/execution/loadScheduler.ts'
import { readVariables } from '../../src/edges/graphql/execution/operationVariables.ts'
import { executeByPlan } from '../../src/edges/graphql/execution/planExecution.ts'
import { graphSchema } from '../../src/edges/graphql/schema.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { aGraphClient, type GraphError } from '../support/graphClient.ts'
import { aNotification } from '../support/notifications.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { FRIENDS, HOME, NOTIFICATIONS, WORLD_PAGE, WORLDS } from './pageDocuments.ts'
import { randomDocument, randomVariables } from './queryPlans/document.ts'
import { randomOf } from './queryPlans/random.ts'
import { type Behaviour, comparedSchema } from './queryPlans/schema.ts'

const schema = comparedSchema()
const rules = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule)
const DOCUMENTS = 120
/** Each document is executed several times, so that later executions use the plan of the first. */
const EXECUTIONS = 4

interface Execution {
  readonly document: DocumentNode
  readonly variableValues: Record<string, unknown>
  readonly behaviour: Behaviour
}

const argsOf = ({ document, variableValues, behaviour }: Execution) => ({
  schema,
  document,
  variableValues,
  contextValue: { behaviour },
})

/** The arguments as the server passes them to plans; errors in variables end an operation before. */
function plannedArgsOf(execution: Execution, operationName?: string | null) {
  const args = { ...argsOf(execution), operationName }
  const { coerced, errors } = readVariables(args, Number.POSITIVE_INFINITY)
  return errors ? { errors } : { operation: { ...args, variables: coerced } }
}

async function byPlan(execution: Execution): Promise<ExecutionResult> {
  const { operation, errors } = plannedArgsOf(execution)
  if (errors) return { errors }
  const result = await executeByPlan(operation, createLoadScheduler())
  if (!result) throw new Error('the query has no plan')
  return result
}

function planned(execution: Execution, operationName?: string | null) {
  const { operation } = plannedArgsOf(execution, operationName)
  return operation && executeByPlan(operation, createLoadScheduler())
}

/** Other messages tell that a value breaks the schema. Clients never see them. */
const SENT_MESSAGE = /^(thrown|refused|returned|Argument|Variable|Cannot return null|the list breaks off)/

/** The response as clients read it. */
const sent = ({ data, errors }: ExecutionResult) =>
  JSON.parse(
    JSON.stringify({ data, errors }, (key, value) => (key === 'message' && !SENT_MESSAGE.test(value) ? '' : value)),
  )

interface Query {
  readonly text: string
  readonly document: DocumentNode
}

function validDocuments(label: string): Query[] {
  const found: Query[] = []
  for (let at = 0; found.length < DOCUMENTS; at++) {
    const text = randomDocument(schema, randomOf(`${label} ${at}`))
    const document = parse(text)
    if (validate(schema, document, rules).length === 0) found.push({ text, document })
  }
  return found
}

it('executes queries by their plan as GraphQL does: data, errors, their order, paths and locations', async () => {
  let failed = 0
  const repeated = validDocuments('sync').flatMap((query) =>
    Array.from({ length: EXECUTIONS }, (_, at) => ({ query, at })),
  )
  for (const { query, at } of repeated) {
    const { text, document } = query
    const seed = `${at} ${text}`
    const behaviour = { seed, isAsync: false, fails: (path: string) => randomOf(`fail ${seed} ${path}`).oneIn(9) }
    const execution = { document, behaviour, variableValues: randomVariables(randomOf(seed)) }
    const result = sent(await byPlan(execution))
    expect(result, text).toEqual(sent(await execute(argsOf(execution))))
    if (result.errors) failed += 1
  }
  expect(failed).toBeGreaterThan(DOCUMENTS)
})

// One value fails at a time: which of several errors is told depends on which promise settles first.
it('executes queries whose values come by promises as GraphQL does', async () => {
  for (const { text, document } of validDocuments('async')) {
    const paths: string[] = []
    const rest = { document, variableValues: randomVariables(randomOf(text)) }
    await byPlan({ ...rest, behaviour: { seed: text, isAsync: true, fails: (path) => paths.push(path) === 0 } })
    for (const failing of new Set(['none', ...paths.slice(-EXECUTIONS)])) {
      const execution = { ...rest, behaviour: { seed: text, isAsync: true, fails: (path: string) => path === failing } }
      expect(sent(await byPlan(execution)), text).toEqual(sent(await execute(argsOf(execution))))
    }
  }
})

it('has a plan for every query but introspection, and for each operation of a document', () => {
  const document = parse(
    'query One { pet { __typename } } query Two { plain } query Schema { __schema { description } }',
  )
  const behaviour = { seed: 'one', isAsync: false, fails: () => false }
  const run = (operationName?: string | null) => planned({ document, variableValues: {}, behaviour }, operationName)
  expect([run('Schema'), run(null), run(''), run('null')]).toEqual([null, null, null, null])
  expect([run('One'), run('Two')].map((result) => Object.keys(Object(result).data))).toEqual([['pet'], ['plain']])
})

it('tells an unnamed operation from an empty name', () => {
  const document = parse('{ plain }')
  const behaviour = { seed: 'one', isAsync: false, fails: () => false }
  const run = (operationName?: string | null) => planned({ document, variableValues: {}, behaviour }, operationName)
  expect([run(), run(null), run('')]).toEqual([{ data: { plain: null } }, { data: { plain: null } }, null])
})

it('no type of the API checks its rows, which plans leave out', () => {
  const types = Object.values(graphSchema().getTypeMap()).filter(isObjectType)
  expect(types.filter(({ isTypeOf }) => isTypeOf)).toEqual([])
})

it('answers the pages of a web client with the same data and errors by plan as without', async () => {
  const app = await sharedApp()
  const viewer = await aUser(app)
  const friend = await aFriendOf(app, viewer)
  const worldId = await aWorld(app, friend)
  await aNotification(app, viewer.id, { type: 'message', senderId: friend.id })
  const graph = aGraphClient(app, viewer.api)
  const variables = { id: worldId, worlds: 3, first: 3, unknown: newId('user', app.clock.now()) }
  for (const query of [HOME, WORLD_PAGE, NOTIFICATIONS, WORLDS, FRIENDS, REFUSED].map(withoutUnusedFragments)) {
    const [planned, unplanned] = [await graph.send(query, variables), await graph.send(withoutPlan(query), variables)]
    expect([planned, unplanned], query).toEqual([RESULT, RESULT])
    expect({ ...Object(planned.data), __schema: SCHEMA_PART }).toEqual(unplanned.data)
    expect(planned.errors?.map(toldBy)).toEqual(unplanned.errors?.map(toldBy))
  }
})

const REFUSED = `query ($id: ID!, $unknown: ID!) {
  unknown: user(id: $unknown) { id }
  world(id: $id) { name author { id worlds(first: -1) { nodes { id } } } }
  node(id: $id) { __typename ... on World { name author { ... on Node { id } } } }
}`
const RESULT = expect.objectContaining({ data: expect.anything() })
const SCHEMA_PART = { queryType: { name: 'Query' } }
const toldBy = ({ message, path, extensions: { requestId: _, ...told } }: GraphError) => ({ message, path, told })

const withoutUnusedFragments = (query: string) =>
  Object.values(separateOperations(parse(query)))
    .map(print)
    .join('\n')

/** Queries with introspection have no plan. */
const withoutPlan = (query: string) => query.replace('{', '{ __schema { queryType { name } } ')
