import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byText, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Print as PrintRow } from '../../../generated/prisma/client.ts'
import { keysetOrder, keysetWhere } from '../../../kernel/page.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { userRef } from '../../users/graph/user.ts'
import { World, worldsById } from '../../worlds/graph/world.ts'
import { canChangePrint, visiblePrints } from '../policy.ts'
import { printImageUrl } from '../prints.ts'

export const printsById = createLoader<PrintRow>(
  forViewer((scope, ids) => scope.db.print.findMany({ where: { id: { in: [...ids] }, ...visiblePrints(scope) } })),
  ({ id }) => id,
)

export const Print = builder.objectRef<PrintRow>('Print')
builder.node(Print, {
  description: 'A photo that was taken in a world.',
  ...nodeBy(printsById),
  fields: (t) => ({
    note: t.string({
      nullable: true,
      description: 'Note of the author; null for none.',
      resolve: ({ note }) => note || null,
    }),
    world: t.field({
      type: World,
      nullable: true,
      description:
        'World in which it was taken; null if the author did not state it, and for worlds that the viewer cannot see.',
      resolve: ({ worldId }, _args, context) => (worldId ? worldsById(context).load(worldId) : null),
    }),
    worldName: t.string({
      nullable: true,
      description: 'Name of that world at the time; null if the author did not state it.',
      resolve: ({ worldName }) => worldName || null,
    }),
    takenAt: t.expose('timestamp', {
      type: 'DateTime',
      description: "When it was taken, as stated by the author's client.",
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
    url: t.field({
      type: 'URL',
      description: 'URL of the image.',
      resolve: (print, _args, context) => printImageUrl(context.scope.rules.publicUrl, print),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can replace its image and note: its owner and admins can.',
      resolve: (print, _args, context) => canChangePrint(context.viewerScope, print),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete it: its owner and admins can.',
      resolve: (print, _args, context) => canChangePrint(context.viewerScope, print),
    }),
    author: t.field(userRef('authorId', 'Photographer; null after the account was erased.')),
  }),
})

/** Ids rise with time. */
export const BY_LATEST_PRINT = byText('id', 'descending')
export const PrintEdge = builder.edgeObject({ type: Print, name: 'PrintEdge' })
const PrintConnection = builder.connectionObject({ type: Print, name: 'PrintConnection' }, PrintEdge)

builder.objectFields(ContentChange, (t) => ({
  print: t.field({
    type: Print,
    nullable: true,
    description: 'The photo after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'print' && itemId !== null ? printsById(context).load(itemId) : null,
  }),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  prints: t.connection(
    {
      type: Print,
      description: 'Photos of the person, latest first.',
      resolve: (_viewer, args, context) => {
        const { db, viewer } = context.viewerScope
        const where = { ownerId: viewer.id }
        return keysetConnection(args, {
          order: BY_LATEST_PRINT,
          totalCount: () => db.print.count({ where }),
          read: (page) =>
            db.print.findMany({
              where: { ...where, AND: keysetWhere(page, ['id']) },
              orderBy: keysetOrder(page, ['id']),
              take: page.limit,
            }),
        })
      },
    },
    PrintConnection,
  ),
}))
