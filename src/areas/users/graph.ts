import { builder } from '../../edges/graphql/builder.ts'
import { signed } from '../../edges/graphql/context.ts'
import { keyset } from '../../edges/graphql/keyset.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type { User as UserRow } from '../../generated/prisma/client.ts'

export const users = makeLoader(
  ({ db }, ids) => db.user.findMany({ where: { id: { in: [...ids] }, erasedAt: null } }),
  ({ id }) => id,
)

export const User = builder.objectRef<UserRow>('User')
builder.node(User, {
  description: 'A person as others see them.',
  id: { resolve: ({ id }) => id },
  loadMany: (ids, context) => ids.map((id) => users(context).load(id)),
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'The name that others see.' }),
    bio: t.exposeString('bio', { description: 'What the person says of themself.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the account was made.' }),
  }),
})

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'A person by id; null for one that is not to be seen.',
    args: { id: t.arg.id({ description: 'Their id.', required: true }) },
    resolve: (_root, { id }, context) => users(context).load(id),
  }),
  users: t.connection({
    type: User,
    description: 'People by display name.',
    args: { search: t.arg.string({ description: 'A part of their display name.' }) },
    resolve: (_root, { search, ...args }, context) =>
      keyset(args, {
        keyOf: ({ displayNameKey }: UserRow) => displayNameKey,
        read: ({ before, after, limit, inverted }) =>
          signed(context).db.user.findMany({
            where: {
              erasedAt: null,
              displayNameKey: {
                ...(search && { contains: search.toLowerCase() }),
                ...(after && { gt: after }),
                ...(before && { lt: before }),
              },
            },
            orderBy: { displayNameKey: inverted ? 'desc' : 'asc' },
            take: limit,
          }),
      }),
  }),
}))
