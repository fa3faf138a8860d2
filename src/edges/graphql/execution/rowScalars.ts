import type { GraphQLLeafType } from 'graphql'
import type { PlannedField, PlannedSelection, Shape } from './executionPlan.ts'
import type { Run } from './resultPlaces.ts'

/**
 * What a field shows that its row determines, as it is in the result. Undefined where it must be completed in the general
 * way, which reports faults: for null that is not allowed, promises, functions, errors and values that do not fit the type.
 */
export function rowScalar({ readRow, shape }: PlannedField, row: unknown, context: unknown): unknown {
  if (readRow === undefined || !isRow(row)) return undefined
  try {
    const value = readRow(row, context)
    if (shape.kind === 'list') return scalarsOf(shape, value)
    return shape.kind === 'leaf' ? scalarOf(shape, value) : undefined
  } catch {
    return undefined
  }
}

const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null

/** An object of the result whose row determines all of it. Undefined where a field must be completed in the general way. */
export function objectOfRow(
  { fields, blank, isMadeOfRow }: PlannedSelection,
  row: unknown,
  { contextValue, deadline, budget, turns }: Pick<Run, 'contextValue' | 'deadline' | 'budget' | 'turns'>,
): object | undefined {
  if (!isMadeOfRow || !isRow(row) || !isPlain(row) || deadline?.isOver) return undefined
  turns.spend(fields.length)
  const made: Record<string, unknown> = { ...blank }
  for (const field of fields) {
    const scalar = rowScalar(field, row, contextValue)
    if (scalar === undefined) return undefined
    made[field.key] = scalar
  }
  budget?.addObject()
  if (budget) for (const { key } of fields) budget.addScalar(made[key])
  return made
}

function scalarOf(shape: Extract<Shape, { kind: 'leaf' }>, value: unknown): unknown {
  if (value === null || value === undefined) return shape.isNonNull ? undefined : null
  return isPlain(value) ? serialized(shape.type, value) : undefined
}

function scalarsOf({ item, isNonNull }: Extract<Shape, { kind: 'list' }>, values: unknown): unknown {
  if (values === null) return isNonNull ? undefined : null
  if (!Array.isArray(values) || item.kind !== 'leaf') return undefined
  const scalars: unknown[] = []
  for (const value of values) {
    const scalar = scalarOf(item, value)
    if (scalar === undefined) return undefined
    scalars.push(scalar)
  }
  return scalars
}

/** A promise may come later, and functions compute the value. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return !(value instanceof Error || 'then' in value)
  return typeof value !== 'function'
}

const serialized = (type: GraphQLLeafType, value: unknown): unknown => type.serialize(value) ?? undefined
