import type { GraphQLError, GraphQLResolveInfo } from 'graphql'
import type { PlannedField, QueryPlan, Shape } from './executionPlan.ts'
import type { LoadScheduler } from './loadScheduler.ts'
import type { SelectedOperation } from './operationWalk.ts'
import type { ResultBudget } from './resultBudget.ts'
import type { TurnQueue } from './turnQueue.ts'

export interface QueryExecution extends SelectedOperation {
  /** The event of a subscription. */
  readonly rootValue?: unknown
  readonly contextValue: unknown
  /** Once it is over, no further resolvers are started. */
  readonly deadline?: { readonly isOver: boolean }
  /** Bounds the result of a query. An event of a subscription is bounded by its cost alone. */
  readonly budget?: ResultBudget
  /** Gets the plan before any resolver is started. */
  readonly onPlan?: (plan: QueryPlan) => void
}

export interface RunOptions extends QueryExecution {
  readonly loads: LoadScheduler
  readonly plan: QueryPlan
}

/** One execution of a plan. */
export interface Run extends RunOptions {
  readonly errors: GraphQLError[]
  /** Arguments that depend on variables, by field. */
  readonly arguments: Map<PlannedField, Record<string, unknown>>
  readonly turns: TurnQueue
  /** Number of promises that are awaited, and of what waits for its turn. */
  pending: number
  /** Called when no promise is awaited any more. */
  finish: () => void
}

/** An object or list of the result that is being filled. */
export interface Container {
  readonly run: Run
  readonly fields: Record<string, unknown>
  readonly items: unknown[]
  /** Where it belongs; null for the whole result. */
  readonly place: Place | null
  readonly path: Path | undefined
  /** Whether null replaces it, because one of its values failed that must not be null. */
  isDiscarded: boolean
}

const NO_FIELDS = {}
const NO_ITEMS: unknown[] = []

/** The whole result. */
export class ResultRoot implements Container {
  readonly run: Run
  readonly fields: Record<string, unknown>
  readonly items = NO_ITEMS
  readonly place = null
  readonly path = undefined
  isDiscarded = false

  constructor(run: Run, fields: Record<string, unknown>) {
    this.run = run
    this.fields = fields
  }
}

/** Where a value belongs in the result, and the object or list that is there: one object, as there may be many. */
export class Place implements Container {
  readonly run: Run
  readonly container: Container
  readonly key: string | number
  readonly field: PlannedField
  readonly shape: Shape
  fields: Record<string, unknown> = NO_FIELDS
  items = NO_ITEMS
  isDiscarded = false
  private knownPath: Path | undefined = undefined

  constructor(container: Container, key: string | number, field: PlannedField, shape: Shape) {
    this.run = container.run
    this.container = container
    this.key = key
    this.field = field
    this.shape = shape
  }

  get place(): this {
    return this
  }

  /** Made when it is asked for. */
  get path(): Path {
    this.knownPath ??= pathOf(this)
    return this.knownPath
  }
}

type Path = GraphQLResolveInfo['path']

export const pathOf = ({ container, key, field }: Pick<Place, 'container' | 'key' | 'field'>): Path => ({
  prev: container.path,
  key,
  typename: typeof key === 'number' ? undefined : field.parentType.name,
})

/** The names and indexes that lead to a place. */
export const stepsOf = (path: Path | undefined): (string | number)[] => (path ? [...stepsOf(path.prev), path.key] : [])

/** What a resolver is told of its field. Getters, as most resolvers ask for none of it, and are called for each row. */
export class FieldInfo implements GraphQLResolveInfo {
  private readonly container: Container
  private readonly planned: PlannedField

  constructor(container: Container, planned: PlannedField) {
    this.container = container
    this.planned = planned
  }

  get fieldName() {
    return this.planned.name
  }

  get fieldNodes() {
    return this.planned.nodes
  }

  get returnType() {
    return this.planned.field?.type ?? this.planned.parentType
  }

  get parentType() {
    return this.planned.parentType
  }

  get path(): Path {
    const { key, parentType } = this.planned
    return { prev: this.container.path, key, typename: parentType.name }
  }

  get schema() {
    return this.container.run.plan.schema
  }

  get fragments() {
    return this.container.run.plan.fragments
  }

  get rootValue() {
    return this.container.run.rootValue
  }

  get operation() {
    return this.container.run.plan.operation
  }

  get variableValues() {
    return this.container.run.variables
  }
}
