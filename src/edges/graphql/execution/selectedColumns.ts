import { type FieldNode, type GraphQLNamedType, type GraphQLObjectType, getNamedType } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import { factsOf } from '../fieldFacts.ts'
import type { PlannedField, QueryPlan, Shape } from './executionPlan.ts'

/** Columns to read; null for whole rows. */
export type SelectedColumns = ReadonlySet<string> | null

/** The nodes of a field in a document. A resolver gets those of its plan. */
type FieldNodes = readonly FieldNode[]

/** The columns that the fields of a query read from rows of a type, by its name: wherever it selects them, or in one list. */
export type ColumnsOfType = (type: string, list?: FieldNodes) => SelectedColumns

interface Selection {
  readonly byType: ReadonlyMap<string, SelectedColumns>
  readonly byList: ReadonlyMap<FieldNodes, SelectedColumns>
}

const selections = new WeakMap<QueryPlan, Selection | null>()

/** Finds the columns that a query reads from the rows of each type. */
export function selectedColumns(plan: QueryPlan): ColumnsOfType {
  const selection = getOrCreate(selections, plan, () => {
    const walk: Walk = { byType: new Map(), byList: new Map(), lists: new Map(), fields: 0 }
    return collect(walk, plan.selection.fields) ? walk : null
  })
  return (type, list) => (list ? selection?.byList.get(list) : selection?.byType.get(type)) ?? null
}

type Collected = Set<string> | null

interface Walk {
  readonly byType: Map<string, Collected>
  readonly byList: Map<FieldNodes, Collected>
  /** The innermost list of each type around the fields that are looked at. */
  readonly lists: Map<string, FieldNodes>
  /** Number of fields that were looked at. */
  fields: number
}

/** Fields that are looked at: a query can select far more than it has rows for. */
const MAX_FIELDS = 500

/** Answers false for a query whose rows are read whole: one that is large, or selects an interface or a union. */
function collect(walk: Walk, fields: readonly PlannedField[]): boolean {
  walk.fields += fields.length
  return walk.fields <= MAX_FIELDS && fields.every((planned) => collectField(walk, planned))
}

function collectField(walk: Walk, { field, parentType, shape, nodes }: PlannedField): boolean {
  if (field) addColumns(walk, parentType.name, factsOf(field).columns)
  const inner = innerShape(shape)
  if (inner.kind === 'abstract') return false
  if (inner.kind !== 'object') return true
  const type = nodeTypeOf(inner.type)
  return type ? collectList(walk, { type: type.name, nodes, inner }) : collect(walk, inner.selection().fields)
}

/** The type of the nodes of a connection; null for other types. */
export function nodeTypeOf(type: GraphQLObjectType): GraphQLNamedType | null {
  const { nodes } = type.getFields()
  return nodes?.extensions.isPage === true ? getNamedType(nodes.type) : null
}

interface RowList extends Pick<PlannedField, 'nodes'> {
  readonly type: string
  readonly inner: Extract<Shape, { kind: 'object' }>
}

function collectList(walk: Walk, { type, nodes, inner }: RowList): boolean {
  const around = walk.lists.get(type)
  walk.lists.set(type, nodes)
  walk.byList.set(nodes, new Set())
  const isKnown = collect(walk, inner.selection().fields)
  if (around) walk.lists.set(type, around)
  else walk.lists.delete(type)
  return isKnown
}

function addColumns({ byType, byList, lists }: Walk, type: string, columns: readonly string[] | null) {
  addTo(byType, type, columns)
  const list = lists.get(type)
  if (list) addTo(byList, list, columns)
}

function addTo<K>(collected: Map<K, Collected>, key: K, columns: readonly string[] | null) {
  const known = collected.get(key)
  if (columns === null || known === null) collected.set(key, null)
  else collected.set(key, new Set([...(known ?? []), ...columns]))
}

const innerShape = (shape: Shape): Shape => (shape.kind === 'list' ? innerShape(shape.item) : shape)
