import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createSharedLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { Jam as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { listVisibleJams, loadJam } from '../jam/jams.ts'
import { canSeeJam, isActiveAt, jamStateAt } from '../policy.ts'

/** Jams that the viewer can see, by id. */
export const jamsById = createSharedLoader(loadJam, { canRead: canSeeJam })

export const JamType = enumOf('JamType', 'Type of the content that a jam takes.', {
  avatar: 'Avatars.',
  world: 'Worlds.',
})

const JamState = enumOf('JamState', 'State of a jam, which follows from its dates.', {
  upcoming: 'It does not take submissions yet.',
  submissions_open: 'It takes submissions.',
  submissions_closed: 'It takes no more submissions; they are rated.',
  winners_selected: 'Its winners and the ratings are public.',
  closed: 'It is over.',
})

export const Jam = builder.objectRef<Row>('Jam')
export const jamRef = referenceTo(Jam, jamsById)

export const JamEdge = builder.edgeObject({ type: Jam, name: 'JamEdge' })
const JamConnection = builder.connectionObject({ type: Jam, name: 'JamConnection' }, JamEdge)

const WITHOUT_DATE = -999_999_999_999_999

/** Those that opened last first; those without a date before all others. */
export const BY_OPENING = byListKey<Row>(({ submissionsOpened, id }) => [
  submissionsOpened ? -submissionsOpened.getTime() : WITHOUT_DATE,
  id,
])

builder.node(Jam, {
  description: 'A contest of worlds or avatars, which admins hold.',
  ...nodeBy(jamsById),
  fields: (t) => ({
    type: t.field({
      type: JamType,
      description: 'Type of the content that it takes.',
      resolve: ({ type }) => (type === 'avatar' ? 'avatar' : 'world'),
    }),
    ...columns(t, 'Jam', {
      title: 'Title.',
      description: 'What it is about.',
      moreInfo: 'Rules, prizes and further information.',
      isVisible: 'Whether everybody can see it; admins see all jams.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    state: t.field({
      type: JamState,
      description: 'State at the time of the request.',
      resolve: (jam, _args, { scope }) => jamStateAt(jam, scope.now),
    }),
    isActive: t.boolean({
      description: 'Whether it has begun and is not over.',
      resolve: (jam, _args, { scope }) => isActiveAt(jam, scope.now),
    }),
    submissionsOpenedAt: t.expose('submissionsOpened', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it takes submissions; null for none yet.',
    }),
    submissionsClosedAt: t.expose('submissionsClosed', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it takes no more submissions; null for none yet.',
    }),
    winnersSelectedAt: t.expose('winnersSelected', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which winners and ratings are public; null for none yet.',
    }),
    closedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it is over: when an admin has closed it, else the planned time; null for none yet.',
      resolve: ({ closed, closedAt }) => closedAt ?? closed,
    }),
    isContentGated: t.exposeBoolean('submissionContentGated', {
      description: 'Whether it takes only content that was made or changed at `contentGateDate` or later.',
    }),
    contentGateDate: t.expose('submissionContentGateDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time since which submitted content must have been made or changed; null for none.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change, close and delete it: admins can.',
      resolve: (_jam, _args, { scope }) => isStaff(scope, 'content'),
    }),
    viewerCanRate: t.boolean({
      description: 'Whether the viewer can rate submissions now: admins can after it has closed for submissions.',
      resolve: (jam, _args, { scope }) =>
        isStaff(scope, 'content') && jamStateAt(jam, scope.now) === 'submissions_closed',
    }),
  }),
})

builder.queryFields((t) => ({
  jam: t.field({
    type: Jam,
    nullable: true,
    description: 'Finds a jam by id; null for one that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the jam.' }) },
    resolve: (_root, { id }, context) => jamsById(context).load(id),
  }),
  jams: t.connection(
    {
      type: Jam,
      ...MAY_BE_OLD,
      description: 'Jams that the viewer can see, those that open last first.',
      args: {
        type: t.arg({ type: JamType, description: 'Only jams for content of this type.' }),
        state: t.arg({ type: JamState, description: 'Only jams in this state.' }),
        isActive: t.arg.boolean({ description: 'Only jams that have begun and are not over, or only the others.' }),
      },
      resolve: async (_root, { type, state, isActive, ...args }, { viewerScope: scope }) => {
        const visible = await listVisibleJams(scope, type ?? undefined)
        const inState = visible.filter((jam) => !state || jamStateAt(jam, scope.now) === state)
        const found = inState.filter((jam) => typeof isActive !== 'boolean' || isActiveAt(jam, scope.now) === isActive)
        return listConnection(args, BY_OPENING, found)
      },
    },
    JamConnection,
  ),
}))
