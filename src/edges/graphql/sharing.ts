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

/** Marks a field that says the same to everybody who hears of an event. What only shows a column of its row is such. */
export const SHARED = { extensions: { shared: true } } as const

const DONE = { value: undefined, done: true } as const

type Results = Map<string, Promise<ExecutionResult>>

/** Whether documents say the same to everybody, as far as it was asked. */
const known = new WeakMap<DocumentNode, boolean>()
/** What was made of an event, by document and by operation and variables. */
const made = new WeakMap<object, WeakMap<DocumentNode, Results>>()

/**
 * Subscribes as GraphQL says, but what an event is to a document that says the same to everybody is worked out once,
 * for the first who takes it: its arguments stand for all with the same document, operation and variables.
 */
export async function subscribe(
  args: ExecutionArgs,
): Promise<ExecutionResult | AsyncIterableIterator<ExecutionResult>> {
  const events = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in events)) return events
  const isShared = says(args.schema, args.document)
  const key = JSON.stringify([args.operationName, args.variableValues])
  const tell = async (event: unknown) => execute({ ...args, rootValue: event })
  return telling(events, (event) =>
    isShared && isObject(event) ? once(event, { document: args.document, key }, tell) : tell(event),
  )
}

/** Each event as it is told. By hand, because it runs for each subscriber and each event. */
function telling(
  events: AsyncIterable<unknown>,
  tell: (event: unknown) => Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  const source = events[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const { value, done } = await source.next()
        return done ? DONE : { value: await tell(value), done: false }
      } catch (error) {
        await source.return?.()
        throw error
      }
    },
    async return() {
      await source.return?.()
      return DONE
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

const isObject = (event: unknown): event is object => typeof event === 'object' && event !== null

interface Asked {
  readonly document: DocumentNode
  /** Operation and variables. */
  readonly key: string
}

function once(event: object, { document, key }: Asked, tell: (event: object) => Promise<ExecutionResult>) {
  const documents = entry(made, event, () => new WeakMap<DocumentNode, Results>())
  const results = entry(documents, document, (): Results => new Map())
  return entry(results, key, () => tell(event))
}

interface Entries<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

function entry<K, V>(entries: Entries<K, V>, key: K, make: () => V): V {
  const found = entries.get(key)
  if (found !== undefined) return found
  const value = make()
  entries.set(key, value)
  return value
}

/** Whether each field that a document asks for says the same to everybody; one that is not known to, does not. */
function says(schema: GraphQLSchema, document: DocumentNode): boolean {
  return entry(known, document, () => {
    let all = true
    const types = new TypeInfo(schema)
    visit(
      document,
      visitWithTypeInfo(types, {
        Field() {
          all &&= isShared(types.getFieldDef())
        },
      }),
    )
    return all
  })
}

const isShared = (field: GraphQLField<unknown, unknown> | null | undefined) =>
  field?.name === '__typename' ||
  field?.extensions.shared === true ||
  (field?.extensions.pothosExposedField !== undefined && !isGuarded(field))

/** Whether a field is for some people only: then one who may see it must not see it for all. */
const isGuarded = ({ extensions }: GraphQLField<unknown, unknown>) =>
  Object(extensions.pothosOptions).authScopes !== undefined
