import { InfoPushData as DataShape } from '../../../contract/shapes/infoPush.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, byText, keysetConnection, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { derivedId, nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { Prisma, InfoPush as Row } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import { findInfoPushes, readInfoPushes } from '../infoPushes.ts'
import { isShown, visibleInfoPushes } from '../policy.ts'
import { InfoPushData } from './infoPushData.ts'

/** The id of a notice in the graph: the prefix of its kind, and its slug. */
const infoPushIdOf = (slug: string) => `${ID_PREFIXES.infoPush}_${slug}`
/** The inverse of `infoPushIdOf`. */
export const slugOf = (id: string) => id.slice(ID_PREFIXES.infoPush.length + 1)

const infoPushesById = createLoader<Row>(
  forViewer((scope, ids) => findInfoPushes(scope, ids.map(slugOf))),
  ({ id }) => infoPushIdOf(id),
)

export const InfoPushStatus = enumOf(
  'InfoPushStatus',
  'Who can see a notice while it is enabled and within its dates.',
  {
    public: 'Everybody with a session.',
    private: 'Only admins.',
    hidden: 'Only admins.',
  },
)

const VISIBLE_STATUSES = ['public', 'private'] as const

export const InfoPush = builder.objectRef<Row>('InfoPush')
builder.node(InfoPush, {
  description: 'An information notice for clients.',
  ...nodeBy(infoPushesById),
  id: derivedId(({ id }) => infoPushIdOf(id)),
  fields: (t) => ({
    slug: t.exposeString('id', { description: 'Name for programs: the id without its prefix.' }),
    ...columns(t, 'InfoPush', {
      isEnabled: 'False hides the notice from all but admins.',
      priority: 'Higher priorities come first.',
      tags: 'Tags by which clients select it.',
      hash: 'SHA-256 of the content, in hexadecimal.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    releaseStatus: t.field({
      type: InfoPushStatus,
      description: 'Who can see it.',
      resolve: ({ releaseStatus }) => VISIBLE_STATUSES.find((status) => status === releaseStatus) ?? 'hidden',
    }),
    data: t.field({
      type: InfoPushData,
      description: 'Content of the notice.',
      resolve: ({ data }) => DataShape.parse(data),
    }),
    isShown: t.boolean({
      description: 'Whether people see it now: it is enabled, public, and within its dates.',
      resolve: (notice, _args, { scope }) => isShown(notice, scope.now),
    }),
    startsAt: t.expose('startDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Shown from this time; null for no limit.',
    }),
    endsAt: t.expose('endDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Shown until this time; null for no limit.',
    }),
  }),
})

const BY_PRIORITY = byListKey(({ priority, id }: Row) => [-priority, id])
export const BY_SLUG = byText('id', 'ascending')
export const InfoPushEdge = builder.edgeObject({ type: InfoPush, name: 'InfoPushEdge' })
const InfoPushConnection = builder.connectionObject({ type: InfoPush, name: 'InfoPushConnection' }, InfoPushEdge)

const shownWhere = (wanted: boolean | null | undefined, now: Date): Prisma.InfoPushWhereInput => {
  if (wanted === null || wanted === undefined) return {}
  return wanted ? visibleInfoPushes(now) : { NOT: visibleInfoPushes(now) }
}

const InfoPushFilter = builder.inputType('InfoPushFilter', {
  description: 'Which notices are listed.',
  fields: (t) => ({
    include: t.stringList({ description: 'Tags; a notice has at least one of them. All notices by default.' }),
    require: t.stringList({ description: 'Tags; a notice has all of them.' }),
  }),
})

builder.queryFields((t) => ({
  infoPushes: t.connection(
    {
      type: InfoPush,
      description: 'Notices shown now, the highest priority first, at most 100.',
      args: { filter: t.arg({ type: InfoPushFilter, description: 'Which notices are listed; all by default.' }) },
      resolve: async (_root, { filter, ...args }, context) =>
        listConnection(
          args,
          BY_PRIORITY,
          await readInfoPushes(context.viewerScope, {
            include: filter?.include ?? null,
            require: filter?.require ?? [],
          }),
        ),
    },
    InfoPushConnection,
  ),
  allInfoPushes: t.connection(
    {
      type: InfoPush,
      ...forStaff('operations'),
      description: 'All notices, including hidden ones, by slug. Staff with `OPERATIONS` only.',
      args: {
        isShown: t.arg.boolean({ description: 'Only those that people see now, or only the others; all by default.' }),
      },
      resolve: (_root, { isShown, ...args }, { viewerScope: { db, now } }) =>
        keysetConnection(args, {
          order: BY_SLUG,
          totalCount: () => db.infoPush.count({ where: shownWhere(isShown, now) }),
          read: (page: KeysetPage<TextKey>) =>
            db.infoPush.findMany({
              where: { AND: [shownWhere(isShown, now), ...keysetWhere(page, ['id'])] },
              orderBy: keysetOrder(page, ['id']),
              take: page.limit,
            }),
        }),
    },
    InfoPushConnection,
  ),
}))
