import type { GraphContext } from '../context.ts'
import { declareColumns } from '../fieldFacts.ts'

type ContextLoader<V> = (context: GraphContext) => { readonly load: (key: string) => V | Promise<V> }

/**
 * Makes options of fields that resolve an id column to its object, as in `t.field(userRef('authorId', '…'))`. They are
 * null without an id, and for objects that the viewer may not see.
 */
export const referenceTo =
  <Type, V>(type: Type, loader: ContextLoader<V>) =>
  <Column extends string>(column: Column, description: string) => ({
    type,
    nullable: true as const,
    description,
    facts: { columns: [column] },
    resolve: (row: { readonly [C in Column]: string | null }, _args: unknown, context: GraphContext) => {
      const id = row[column]
      return id === null ? null : loader(context).load(id)
    },
  })

/** Node options of a type that is loaded by the column `id`. */
export const nodeBy = <V>(loader: ContextLoader<V>) => ({
  id: { resolve: declareColumns(['id'], ({ id }: { readonly id: string }) => id) },
  loadMany: (ids: readonly string[], context: GraphContext) => ids.map((id) => loader(context).load(id)),
})

/** Id of a node that is computed from its row, which is stored under another id or none. */
export const derivedId = <Row>(idOf: (row: Row) => string) => ({ resolve: idOf })
