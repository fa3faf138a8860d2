import type { GraphQLResolveInfo } from 'graphql'
import type PrismaTypes from '../../../generated/pothos/types.ts'
import { getDatamodel } from '../../../generated/pothos/types.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ObjectFieldBuilder } from '../builder.ts'
import type { GraphContext } from '../context.ts'
import { declareColumns } from '../fieldFacts.ts'

type Rules = Scope['rules']

const { models } = getDatamodel().datamodel

/** Types of the schema by the types of columns. */
const TYPES = { String: 'String', Int: 'Int', Float: 'Float', Boolean: 'Boolean', DateTime: 'DateTime' } as const
const isType = (type: string): type is keyof typeof TYPES => Object.hasOwn(TYPES, type)

type ColumnOf<Table extends keyof PrismaTypes, Row> = keyof PrismaTypes[Table]['Shape'] & keyof Row & string

/**
 * Fields that show columns of a table under their own names, by their descriptions. Their types, and whether they can be null,
 * are those of the table: a text that identifies the row, or another one by a foreign key, is an `ID`.
 */
export function columns<Table extends keyof PrismaTypes, Row extends object>(
  t: ObjectFieldBuilder<Row>,
  table: Table,
  descriptions: { readonly [C in ColumnOf<Table, Row>]?: string },
) {
  const fields = Object.entries<string | undefined>(descriptions).map(([column, description = '']) => {
    const { type, isList, nullable } = columnOf(table, column)
    const shown = { description, nullable, ...columnReader(column) }
    return [column, isList ? t.field({ ...shown, type: [type] }) : t.field({ ...shown, type })] as const
  })
  return Object.fromEntries(fields)
}

/** Reads a column of a row by its name, untyped: the data model, not the compiler, gives the field its type. */
const columnReader = (column: string) => ({
  facts: { columns: [column], isMadeOfColumns: true },
  resolve: (row: object) => Reflect.get(row, column),
})

function columnOf(table: string, name: string) {
  const { fields } = models[table] ?? { fields: [] }
  const column = fields.find((field) => field.name === name)
  if (!column || !isType(column.type)) throw new Error(`The table ${table} has no column ${name} of a known type`)
  const isReference = fields.some(({ relationFromFields }) => relationFromFields?.includes(name))
  const isId = column.isId || isReference
  return { type: isId ? ('ID' as const) : TYPES[column.type], nullable: !column.isRequired, isList: column.isList }
}

/** Options of a field that shows what is made of some columns of its row, by the rules of the server. */
export const fromColumns = <Row extends object, R, Args extends object = object>(
  columns: readonly (keyof Row & string)[],
  make: (row: Row, rules: Rules, args: Args) => R,
) => ({
  facts: { columns, isMadeOfColumns: true },
  resolve: (row: Row, args: Args, { scope }: GraphContext): R => make(row, scope.rules, args),
})

/** Options of a field that shows a column of its row, converted. */
export const fromColumn = <C extends string, V, R>(column: C, convert: (value: V, rules: Rules) => R) => ({
  facts: { columns: [column], isMadeOfColumns: true },
  resolve: (row: Readonly<Record<C, V>>, _args: object, { scope }: GraphContext): R =>
    convert(row[column], scope.rules),
})

/** Options of a field that shows a text of its row, of which an empty one stands for none. */
export const optionalText = <C extends string>(column: C, description: string) => ({
  nullable: true as const,
  description,
  ...fromColumn(column, (text: string | null) => text || null),
})

/** The resolver of a field that uses no more of its row than the id, as lists of each row do. */
export const byId = <Args, R>(
  resolve: (id: string, args: Args, context: GraphContext, info: GraphQLResolveInfo) => R,
) =>
  declareColumns(
    ['id'],
    ({ id }: { readonly id: string }, args: Args, context: GraphContext, info: GraphQLResolveInfo) =>
      resolve(id, args, context, info),
  )
