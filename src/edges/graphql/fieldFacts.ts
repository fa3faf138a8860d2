import type { GraphQLField } from 'graphql'

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

  constructor(facts: Partial<FieldFacts> = {}) {
    const { complexity, columns = null, isSameForAll = false, sameForAllBelow = [] } = facts
    this.complexity = complexity
    this.columns = columns
    this.isSameForAll = isSameForAll
    this.sameForAllBelow = sameForAllBelow
  }
}

const UNKNOWN = new FieldFacts()

/** The facts that the schema has attached to a field. */
export const factsOf = ({ extensions: { facts } }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): FieldFacts =>
  facts instanceof FieldFacts ? facts : UNKNOWN
