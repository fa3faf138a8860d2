import type { GraphQLResolveInfo } from 'graphql'
import type { Scope } from '../../../kernel/scope.ts'
import type { GraphContext } from '../context.ts'
import { declareColumns } from '../fieldFacts.ts'

type Rules = Scope['rules']

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
