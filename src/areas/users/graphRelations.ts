import type { GraphContext } from '../../edges/graphql/context.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import { type Relation, relationsTo } from './relations.ts'

/** Nobody who is not logged in asks of others: the root types see to it. */
const relations = makeLoader<readonly [string, Relation]>(
  async ({ viewer, ...scope }, ids) => (viewer ? [...(await relationsTo({ ...scope, viewer }, ids))] : []),
  ([id]) => id,
)

/** What a person is to the viewer; undefined for whoever is nothing. */
export const relationOf = async (context: GraphContext, id: string): Promise<Relation | undefined> =>
  (await relations(context).load(id))?.[1]
