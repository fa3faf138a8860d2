import type { GraphQLField } from 'graphql'
import type { GraphContext } from './context.ts'

/** Reads what must be older than all else in a result. It keeps what it has read, for the resolver of its field. */
export type FirstRead = (context: GraphContext) => Promise<unknown>

/** What functions that make fields, such as `fromColumn`, declare of them. */
export interface DeclaredFacts {
  /** The columns of its row that the field reads, if it reads no others. */
  readonly columns?: readonly string[]
  /** Whether it uses nothing else but its arguments and the rules of the server. */
  readonly isMadeOfColumns?: boolean
  /** Whether all viewers who get the row get the same value. */
  readonly isSameForAll?: boolean
  /** Fields below, as `Type.field`, of which the value holds for all viewers here, though not elsewhere. */
  readonly sameForAllBelow?: readonly string[]
  /** Whether a query of such fields alone may be answered by a replica of the database, a second old, but for changes of the viewer. */
  readonly mayBeOld?: boolean
  /** Called before anything else is read for a result that has the field. */
  readonly firstRead?: FirstRead
}

const columnsByResolver = new WeakMap<object, readonly string[]>()

/** Declares the columns that a resolver reads of its row, if it reads no others. */
export function declareColumns<F extends object>(columns: readonly string[], resolve: F): F {
  columnsByResolver.set(resolve, columns)
  return resolve
}

export const declaredColumns = (resolve: unknown): readonly string[] | undefined =>
  columnsByResolver.get(Object(resolve))

/** What the engine uses of the declaration of a field. */
export class FieldFacts {
  /** The option `complexity`. */
  readonly complexity: unknown
  /** The columns of its row that the field reads; null where that is unknown. */
  readonly columns: readonly string[] | null
  readonly isSameForAll: boolean
  readonly sameForAllBelow: readonly string[]
  readonly firstRead: FirstRead | undefined
  readonly mayBeOld: boolean

  constructor(facts: Partial<FieldFacts> = {}) {
    const {
      complexity,
      columns = null,
      isSameForAll = false,
      sameForAllBelow = [],
      firstRead,
      mayBeOld = false,
    } = facts
    this.complexity = complexity
    this.columns = columns
    this.isSameForAll = isSameForAll
    this.sameForAllBelow = sameForAllBelow
    this.firstRead = firstRead
    this.mayBeOld = mayBeOld
  }
}

const UNKNOWN = new FieldFacts()

/** The facts that the schema has attached to a field. */
export const factsOf = ({ extensions: { facts } }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldFacts =>
  facts instanceof FieldFacts ? facts : UNKNOWN
