import { type GraphQLField, type GraphQLLeafType, type GraphQLObjectType, getNamedType, isLeafType } from 'graphql'
import type { PlannedField, Shape } from './executionPlan.ts'

const optionsOf = ({ extensions }: { readonly extensions: object }): { readonly authScopes?: unknown } =>
  'pothosOptions' in extensions ? Object(extensions.pothosOptions) : {}

/** The member of a row that an exposed field shows; undefined for other fields, and for those that not everybody sees. */
export function exposedMember(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): string | undefined {
  const { pothosExposedField: member } = field.extensions
  const isGuarded = optionsOf(type).authScopes !== undefined || optionsOf(field).authScopes !== undefined
  const isPlain = isLeafType(getNamedType(field.type)) && field.args.length === 0 && !isGuarded
  return typeof member === 'string' && isPlain ? member : undefined
}

/**
 * The value of an exposed scalar, or list of scalars, in the result. Undefined where it must be completed in the general
 * way, which reports faults and reads what was not read with the row: for undefined, null that is not allowed, promises, functions, errors and values that do not fit the type.
 */
export function exposedScalar({ exposed, shape }: PlannedField, row: unknown): unknown {
  if (exposed === undefined || typeof row !== 'object' || row === null) return undefined
  const value: unknown = Reflect.get(row, exposed)
  if (shape.kind === 'list') return scalarsOf(shape, value)
  return shape.kind === 'leaf' ? scalarOf(shape, value) : undefined
}

function scalarOf(shape: Extract<Shape, { kind: 'leaf' }>, value: unknown): unknown {
  if (value === null) return shape.isNonNull ? undefined : null
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

function serialized(type: GraphQLLeafType, value: unknown): unknown {
  try {
    return type.serialize(value) ?? undefined
  } catch {
    return undefined
  }
}
