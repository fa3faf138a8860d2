import { Prisma } from '../generated/prisma/client.ts'
import { lookUp } from './maps.ts'

type Value = string | number | boolean | Date | null

interface Comparison<V> {
  in?: NonNullable<V>[]
  notIn?: NonNullable<V>[]
  not?: V
  gt?: NonNullable<V>
  gte?: NonNullable<V>
  lt?: NonNullable<V>
  lte?: NonNullable<V>
}

/** What of a list of texts is compared. */
interface ListComparison {
  /** At least one of them. */
  hasSome?: string[]
  isEmpty?: true
}

/**
 * A condition on columns of a row in the form of Prisma's, by which Prisma reads. SQL conditions and predicates follow from it,
 * so that a rule of reads, lists and checks is written once.
 */
export type RowCondition<R> = {
  [Column in keyof R]?: R[Column] extends Value
    ? R[Column] | Comparison<R[Column]>
    : R[Column] extends string[]
      ? ListComparison
      : never
} & {
  AND?: RowCondition<R>[]
  /** At least one, none of them empty: Prisma takes that for what everything meets. */
  OR?: RowCondition<R>[]
  NOT?: RowCondition<R>
}

/** The members of a condition or of a comparison, without those that are left out. */
const membersOf = (condition: object): [string, unknown][] =>
  Object.entries(condition).filter(([, value]) => value !== undefined)

const isValue = (value: unknown): value is Value =>
  value === null || value instanceof Date || ['string', 'number', 'boolean'].includes(typeof value)

const comparisonsOf = (value: unknown) => (isValue(value) ? [['equals', value] as const] : membersOf(Object(value)))

const partsOf = (value: unknown): readonly object[] => (Array.isArray(value) ? value : [Object(value)])

function choicesOf(value: unknown): readonly object[] {
  const choices = partsOf(value)
  if (choices.length === 0 || choices.some((one) => membersOf(one).length === 0)) throw new Error('an empty OR')
  return choices
}

/** The condition in SQL, for rows of the table `alias`. */
export function conditionSql<R>(alias: string, condition: RowCondition<R>): Prisma.Sql {
  const parts = membersOf(condition).map(([name, value]): Prisma.Sql => {
    const sqlOf = (part: object) => conditionSql(alias, part)
    if (name === 'AND') return allOf(partsOf(value).map(sqlOf))
    if (name === 'OR') return Prisma.sql`(${Prisma.join(choicesOf(value).map(sqlOf), ' OR ')})`
    if (name === 'NOT') return Prisma.sql`NOT ${sqlOf(Object(value))}`
    const column = Prisma.raw(`${alias}."${name}"`)
    return allOf(comparisonsOf(value).map(([operator, operand]) => comparisonSql(column, operator, operand)))
  })
  return allOf(parts)
}

const allOf = (parts: Prisma.Sql[]): Prisma.Sql =>
  parts.length === 0 ? Prisma.raw('true') : Prisma.sql`(${Prisma.join(parts, ' AND ')})`

const SIGNS: Readonly<Record<string, string>> = { equals: '=', not: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' }

function comparisonSql(column: Prisma.Sql, operator: string, operand: unknown): Prisma.Sql {
  if (operand === null) return Prisma.sql`${column} IS ${Prisma.raw(operator === 'not' ? 'NOT NULL' : 'NULL')}`
  if (operator === 'in') return Prisma.sql`${column} = ANY(${operand})`
  if (operator === 'notIn') return Prisma.sql`${column} <> ALL(${operand})`
  if (operator === 'hasSome') return Prisma.sql`${column} && ${operand}::text[]`
  if (operator === 'isEmpty') return Prisma.sql`${column} = '{}'`
  const sign = lookUp(SIGNS, operator)
  if (sign === undefined) throw new Error(`unknown comparison: ${operator}`)
  return Prisma.sql`${column} ${Prisma.raw(sign)} ${operand}`
}

/** Whether a row meets the condition. */
export const meetsCondition = <R extends object>(row: R, condition: RowCondition<R>): boolean =>
  truthOf(new Map(Object.entries(row)), condition) === true

/** Null for what SQL takes for neither true nor false: comparisons with null. */
type Truth = boolean | null

const not = (truth: Truth): Truth => (truth === null ? null : !truth)

function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

function truthOf(row: ReadonlyMap<string, unknown>, condition: object): Truth {
  const truths = membersOf(condition).map(([name, value]): Truth => {
    const truth = (part: object) => truthOf(row, part)
    if (name === 'AND') return all(partsOf(value).map(truth))
    if (name === 'OR') return not(all(choicesOf(value).map((part) => not(truth(part)))))
    if (name === 'NOT') return not(truth(Object(value)))
    const stored = row.get(name)
    return all(comparisonsOf(value).map(([operator, operand]) => comparisonTruth(stored, operator, operand)))
  })
  return all(truths)
}

function comparisonTruth(stored: unknown, operator: string, operand: unknown): Truth {
  if (operand === null) return operator === 'not' ? stored !== null : stored === null
  if (stored === null) return truthOfNull(operator, operand)
  if (Array.isArray(stored)) return listTruth(stored, operator, operand)
  const isListed = Array.isArray(operand) && operand.map(comparable).includes(comparable(stored))
  if (operator === 'in') return isListed
  if (operator === 'notIn') return !isListed
  return lookUp(SIGN_TRUTHS, operator)?.(comparable(stored), comparable(operand)) ?? null
}

/** Nothing is in an empty list, not even what is not known. */
const truthOfNull = (operator: string, operand: unknown): Truth =>
  Array.isArray(operand) && operand.length === 0 ? operator === 'notIn' : null

const listTruth = (stored: readonly unknown[], operator: string, operand: unknown): Truth =>
  operator === 'isEmpty' ? stored.length === 0 : Array.isArray(operand) && operand.some((one) => stored.includes(one))

type Comparable = string | number

const SIGN_TRUTHS: Readonly<Record<string, (stored: Comparable, operand: Comparable) => boolean>> = {
  equals: (stored, operand) => stored === operand,
  not: (stored, operand) => stored !== operand,
  gt: (stored, operand) => stored > operand,
  gte: (stored, operand) => stored >= operand,
  lt: (stored, operand) => stored < operand,
  lte: (stored, operand) => stored <= operand,
}

function comparable(value: unknown): Comparable {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'number' ? value : String(value)
}
