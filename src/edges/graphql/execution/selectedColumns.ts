import type { GraphQLField } from 'graphql'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { PlannedField, QueryPlan, Shape } from './executionPlan.ts'

/** Marks a field that reads no other columns of its row than these. */
export const readsColumns = (...columns: readonly string[]) => ({ extensions: { columns } })

/** Marks a field that is made of these columns of its row alone, at once, and so doesn't depend on the viewer. */
export const madeOfColumns = (...columns: readonly string[]) => ({
  extensions: { shared: true, columns, isMadeOfRow: true },
})

type Columns = ReadonlySet<string> | null

/** The columns that the fields of a query read from rows of a type, by its name; null for whole rows. */
export type ColumnsOfType = (type: string) => Columns

const selections = new WeakMap<QueryPlan, ReadonlyMap<string, Columns> | null>()

/** Finds the columns that a query reads from the rows of each type, wherever it selects them. */
export function selectedColumns(plan: QueryPlan): ColumnsOfType {
  const byType = getOrCreate(selections, plan, () => {
    const walk: Walk = { byType: new Map(), fields: 0 }
    return collect(walk, plan.fields) ? walk.byType : null
  })
  return (type) => byType?.get(type) ?? null
}

interface Walk {
  readonly byType: Map<string, Set<string> | null>
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

function collectField(walk: Walk, { field, parentType, shape }: PlannedField): boolean {
  if (field) addColumns(walk, parentType.name, columnsOfField(field))
  const inner = innerShape(shape)
  if (inner.kind === 'abstract') return false
  return inner.kind !== 'object' || collect(walk, inner.fields())
}

function addColumns({ byType }: Walk, type: string, columns: readonly string[] | null) {
  const known = byType.get(type)
  if (columns === null || known === null) byType.set(type, null)
  else byType.set(type, new Set([...(known ?? []), ...columns]))
}

const innerShape = (shape: Shape): Shape => (shape.kind === 'list' ? innerShape(shape.item) : shape)

/** The columns that a field reads; null when that is unknown. */
function columnsOfField({ extensions }: GraphQLField<unknown, unknown>): readonly string[] | null {
  const { columns, pothosExposedField: exposed } = extensions
  if (Array.isArray(columns)) return columns
  return typeof exposed === 'string' ? [exposed] : null
}
