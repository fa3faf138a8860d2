import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../edges/graphql/builder.ts'
import type { GraphContext } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { makeListLoader } from '../../edges/graphql/loader.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { Viewer } from '../accounts/graph.ts'
import { User } from '../users/graph.ts'
import { type PropsStretch, placeIn, propIdsBy } from './byAuthors.ts'
import { Prop, type PropRow, readProps } from './graph.ts'

/** What is asked of one author's list; those who ask for the same part share a statement. */
const keyOf = (authorId: string, part: string) => `${authorId} ${part}`

async function readPart(scope: SignedScope, authorIds: readonly string[], part: string) {
  const ids = await propIdsBy(scope, authorIds, JSON.parse(part))
  if (ids.length === 0) return []
  const found = new Map((await readProps(scope, ids)).map((row) => [row.id, row]))
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined)
  return rows.map((prop) => ({ key: keyOf(prop.authorId, part), prop }))
}

const byAuthors = makeListLoader<{ readonly key: string; readonly prop: PropRow }>(
  async ({ viewer, ...scope }, keys) => {
    if (!viewer) return []
    const asked = keys.map((key) => ({ authorId: key.split(' ', 1).join(), part: key.slice(key.indexOf(' ') + 1) }))
    const parts = [...new Set(asked.map(({ part }) => part))]
    const authorsOf = (part: string) => asked.filter((one) => one.part === part).map(({ authorId }) => authorId)
    const read = parts.map((part) => readPart({ ...scope, viewer }, authorsOf(part), part))
    return (await Promise.all(read)).flat()
  },
  ({ key }) => key,
)

const propsOf = (authorId: string, args: DefaultConnectionArguments, context: GraphContext) =>
  keyset(args, {
    keyOf: placeIn,
    read: async ({ after, before, limit, inverted }) => {
      const stretch: PropsStretch = { limit, inverted, ...given({ after, before }) }
      const found = await byAuthors(context).load(keyOf(authorId, JSON.stringify(stretch)))
      return found.map(({ prop }) => prop)
    },
  })

const PropConnection = builder.connectionObject({ type: Prop, name: 'PropConnection' }, { name: 'PropEdge' })

builder.objectFields(User, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'The props that the person has made and the viewer can see, the latest first.',
      resolve: ({ id }, args, context) => propsOf(id, args, context),
    },
    PropConnection,
  ),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'The props that the person has made, public or not, the latest first.',
      resolve: ({ userId }, args, context) => propsOf(userId, args, context),
    },
    PropConnection,
  ),
}))
