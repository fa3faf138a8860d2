import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLField,
  type GraphQLSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { filterMapAsync } from '../../../kernel/asyncIterator.ts'
import { getOrCreate } from '../../../kernel/maps.ts'

/** Marks a field whose value doesn't depend on the viewer. Fields exposed from a database column need no mark. */
export const VIEWER_INDEPENDENT = { extensions: { shared: true } } as const

type Results = Map<string, Promise<ExecutionResult>>

/** Cache of `isViewerIndependentDocument`. */
const viewerIndependentDocuments = new WeakMap<DocumentNode, boolean>()
/** Results per event, by document, then by operation name and variables. */
const resultsByEvent = new WeakMap<object, WeakMap<DocumentNode, Results>>()

/**
 * GraphQL's `subscribe`, but an event is executed only once for all subscribers with equal document, operation and
 * variables, if no selected field depends on the viewer.
 */
export async function subscribeShared(
  args: ExecutionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const events = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in events)) return events
  const isShared = isViewerIndependentDocument(args.schema, args.document)
  const key = JSON.stringify([args.operationName, args.variableValues])
  const executeFor = async (event: unknown) => execute({ ...args, rootValue: event })
  return filterMapAsync(events[Symbol.asyncIterator](), (event) =>
    isShared && isObject(event) ? executeOnce(event, { document: args.document, key }, executeFor) : executeFor(event),
  )
}

const isObject = (event: unknown): event is object => typeof event === 'object' && event !== null

interface ExecutionKey {
  readonly document: DocumentNode
  /** Operation name and variables. */
  readonly key: string
}

function executeOnce(
  event: object,
  { document, key }: ExecutionKey,
  executeFor: (event: object) => Promise<ExecutionResult>,
) {
  const documents = getOrCreate(resultsByEvent, event, () => new WeakMap<DocumentNode, Results>())
  const results = getOrCreate(documents, document, (): Results => new Map())
  return getOrCreate(results, key, () => executeFor(event))
}

/** Whether every selected field is known not to depend on the viewer. */
function isViewerIndependentDocument(schema: GraphQLSchema, document: DocumentNode): boolean {
  return getOrCreate(viewerIndependentDocuments, document, () => {
    let all = true
    const types = new TypeInfo(schema)
    visit(
      document,
      visitWithTypeInfo(types, {
        Field() {
          all &&= isViewerIndependentField(types.getFieldDef())
        },
      }),
    )
    return all
  })
}

const isViewerIndependentField = (field: GraphQLField<unknown, unknown> | null | undefined) =>
  field?.name === '__typename' ||
  field?.extensions.shared === true ||
  (field?.extensions.pothosExposedField !== undefined && !isGuarded(field))

/** Whether access to a field is restricted, so that its value must not be shared with other viewers. */
const isGuarded = ({ extensions }: GraphQLField<unknown, unknown>) =>
  Object(extensions.pothosOptions).authScopes !== undefined
