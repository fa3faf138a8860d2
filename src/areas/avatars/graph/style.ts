import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { AvatarStyle as Row } from '../../../generated/prisma/client.ts'
import { listAvatarStyles } from '../avatar/styles.ts'

/** Styles by id. */
export const stylesById = createLoader<Row>(
  ({ db }, ids) => db.avatarStyle.findMany({ where: { id: { in: [...ids] } } }),
  ({ id }) => id,
)

const stylesByName = createLoader<Row>(
  ({ db }, names) => db.avatarStyle.findMany({ where: { name: { in: [...names] } } }),
  ({ name }) => name,
)

export const AvatarStyle = builder.objectRef<Row>('AvatarStyle')
const AvatarStyleConnection = builder.connectionObject({ type: AvatarStyle, name: 'AvatarStyleConnection' })

/** Options of a field that resolves the name of a style, as rows of avatars have it, to the style. */
export const styleRef = referenceTo(AvatarStyle, stylesByName)

builder.node(AvatarStyle, {
  description: 'A kind of look, by which people choose avatars.',
  ...nodeBy(stylesById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique name.' }),
  }),
})

builder.queryField('avatarStyles', (t) =>
  t.connection(
    {
      type: AvatarStyle,
      ...FOR_ANYONE,
      description: 'All styles of avatars, by name. Needs no session.',
      resolve: async (_root, args, { publicScope }) =>
        listConnection(args, byText('name', 'ascending'), await listAvatarStyles(publicScope)),
    },
    AvatarStyleConnection,
  ),
)
