import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { InventoryDrop as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { isId } from '../../../kernel/ids.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { Group, groupsById } from '../../groups/graph/group.ts'
import { dropStateAt, dropsByIds, listDrops, type NoticeTexts, noticeOf } from '../drop/drops.ts'
import { InventoryTemplate, templatesById } from './template.ts'

/** Drops that the viewer can see, by id. */
export const dropsById = createLoader<Row>(forViewer(dropsByIds), ({ id }) => id)

export const InventoryDropTarget = enumOf('InventoryDropTarget', 'Who gets a drop.', {
  everyone: 'Everybody who comes.',
  supporters: 'Supporters of the platform.',
  group: 'Members of a group.',
})

const InventoryDropState = enumOf('InventoryDropState', 'State of a drop, which follows from its dates.', {
  upcoming: 'It has not begun.',
  active: 'It is given to who comes.',
  ended: 'It gives nothing more, as also when it is disabled.',
})

const InventoryDropNotice = builder.objectRef<NoticeTexts>('InventoryDropNotice').implement({
  description: 'What a drop tells who gets it.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the notification.' }),
    body: t.string({ nullable: true, description: 'Text; null for none.', resolve: ({ body }) => body || null }),
    imageUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture; null for none.',
      resolve: ({ imageUrl }) => imageUrl || null,
    }),
  }),
})

export const InventoryDrop = builder.objectRef<Row>('InventoryDrop')
export const dropRef = referenceTo(InventoryDrop, dropsById)

builder.node(InventoryDrop, {
  description: 'Items that are given to everybody who comes within a time.',
  ...nodeBy(dropsById),
  fields: (t) => ({
    ...columns(t, 'InventoryDrop', {
      name: 'Name.',
      tags: 'Tags.',
      isDisabled: 'Whether an admin has ended it; what was given stays.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    state: t.field({
      type: InventoryDropState,
      description: 'State at the time of the request.',
      resolve: (drop, _args, { scope }) => dropStateAt(drop, scope.now),
    }),
    templates: t.field({
      type: [InventoryTemplate],
      ...atMost(20),
      description: 'What it gives, at most 20.',
      resolve: async ({ templateIds }, _args, context) => {
        const found = await Promise.all(templateIds.map((id) => templatesById(context).load(id)))
        return found.flatMap((one) => one ?? [])
      },
    }),
    target: t.field({
      type: InventoryDropTarget,
      description: 'Who gets it.',
      resolve: ({ targetGroup }) => {
        if (isId('group', targetGroup)) return 'group'
        return targetGroup === 'supporters' ? 'supporters' : 'everyone'
      },
    }),
    group: t.field({
      type: Group,
      nullable: true,
      description: 'The group whose members get it; null for other targets, and if the viewer cannot see it.',
      resolve: ({ targetGroup }, _args, context) =>
        isId('group', targetGroup) ? groupsById(context).load(targetGroup) : null,
    }),
    startsAt: t.expose('startDropDate', { type: 'DateTime', description: 'Time from which it is given.' }),
    endsAt: t.expose('endDropDate', { type: 'DateTime', description: 'Time from which it is not given any more.' }),
    itemsExpireAt: t.expose('dropExpiryDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when what it has given is gone; null for never.',
    }),
    notice: t.field({
      type: InventoryDropNotice,
      nullable: true,
      description: 'What it tells who gets it; null for nothing.',
      resolve: noticeOf,
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change it: admins can.',
      resolve: (_drop, _args, { scope }) => isStaff(scope, 'economy'),
    }),
  }),
})

export const InventoryDropEdge = builder.edgeObject({ type: InventoryDrop, name: 'InventoryDropEdge' })
const InventoryDropConnection = builder.connectionObject(
  { type: InventoryDrop, name: 'InventoryDropConnection' },
  InventoryDropEdge,
)

/** Newest first. */
export const BY_LATEST_DROP = byListKey<Row>(({ createdAt, id }) => [-createdAt.getTime(), id])

builder.prismaObjectFields(Viewer, (t) => ({
  inventoryDrops: t.connection(
    {
      type: InventoryDrop,
      description: 'Drops that are active for the person, newest first; for admins all.',
      args: { isActive: t.arg.boolean({ description: 'Only active drops, or only others.' }) },
      resolve: async (_viewer, { isActive, ...args }, { viewerScope }) =>
        listConnection(args, BY_LATEST_DROP, await listDrops(viewerScope, isActive ?? undefined)),
    },
    InventoryDropConnection,
  ),
}))
