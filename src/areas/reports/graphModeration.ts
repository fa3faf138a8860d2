import { ADMIN } from '../../edges/graphql/access.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import { makeLoader } from '../../edges/graphql/loader.ts'
import type { UserId } from '../../kernel/ids.ts'
import { type SuspendedAccount, suspensionsOf } from '../accounts/suspensions.ts'
import { people, User } from '../users/graph.ts'
import { type ContentAct, hideContent, showContent, suspendUser, unsuspendUser, warnUser } from './acting.ts'
import { contentOf, ModerationReport, ReportedContent, reportsById } from './graph.ts'
import { reportIdOf } from './graphActs.ts'

const suspensions = makeLoader<SuspendedAccount>(suspensionsOf, ({ userId }) => userId)

const Suspension = builder.objectRef<SuspendedAccount>('Suspension').implement({
  description: 'That nobody is let in to an account.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'Whose account it is; null when it was erased.',
      resolve: ({ userId }, _args, context) => people(context).load(userId),
    }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when.' }),
    until: t.expose('until', { type: 'DateTime', nullable: true, description: 'Until when; null for good.' }),
    reason: t.exposeString('reason', { description: 'What the person is told.' }),
  }),
})

/** What an act was about. */
interface Acted {
  readonly contentId: string
  readonly reportId: string | undefined
}

const ModerationChange = builder.objectRef<Acted>('ModerationChange').implement({
  description: 'What an act of an admin was about, as it is now.',
  fields: (t) => ({
    content: t.field({
      type: ReportedContent,
      nullable: true,
      description: 'The person or world; null when it is gone.',
      resolve: ({ contentId }, _args, context) => contentOf(contentId, context),
    }),
    suspension: t.field({
      type: Suspension,
      nullable: true,
      description: "The person's suspension; null for none, and for worlds.",
      resolve: ({ contentId }, _args, context) => suspensions(context).load(contentId),
    }),
    report: t.field({
      type: ModerationReport,
      nullable: true,
      description: 'The report that led to it; null for none.',
      resolve: ({ reportId }, _args, context) => (reportId ? reportsById(context).load(reportId) : null),
    }),
  }),
})

const CAUSE = { description: 'The report that led to it.' } as const

const WarnUserInput = builder.inputType('WarnUserInput', {
  description: 'A warning, and whom it is for.',
  fields: (t) => ({
    contentId: t.id({ required: true, description: 'A person, or a world whose author is warned.' }),
    message: t.string({ required: true, description: 'What the person is told, at most 2,000 characters.' }),
    reportId: t.id(CAUSE),
  }),
})

const ContentInput = builder.inputType('ModeratedContentInput', {
  description: 'Which content the act is about.',
  fields: (t) => ({
    contentId: t.id({ required: true, description: 'A person, for the profile, or a world.' }),
    reportId: t.id(CAUSE),
  }),
})

const SuspendUserInput = builder.inputType('SuspendUserInput', {
  description: 'Whom nobody lets in, how long and why.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'The person.' }),
    until: t.field({ type: 'DateTime', description: 'Until when; for good where nothing is said.' }),
    reason: t.string({ required: true, description: 'What the person is told, at most 2,000 characters.' }),
    reportId: t.id(CAUSE),
  }),
})

const UnsuspendUserInput = builder.inputType('UnsuspendUserInput', {
  description: 'Who is let in again.',
  fields: (t) => ({
    userId: t.id({ required: true, description: 'The person.' }),
    reportId: t.id(CAUSE),
  }),
})

const causeOf = ({ reportId }: { readonly reportId?: string | null | undefined }) =>
  reportId ? { reportId: reportIdOf(reportId) } : {}

const userIdOf = (text: string): UserId => idOf('user', text, 'User')

async function acted(context: GraphContext, { contentId, reportId }: ContentAct, act: Promise<void>): Promise<Acted> {
  await act
  renew(context)
  return { contentId, reportId }
}

type Mutations = Parameters<Parameters<typeof builder.mutationFields>[0]>[0]

const upon = (t: Mutations, description: string, act: typeof hideContent) =>
  t.field({
    type: ModerationChange,
    ...ADMIN,
    description,
    args: { input: t.arg({ type: ContentInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const about = { contentId: input.contentId, ...causeOf(input) }
      return acted(context, about, act(signed(context), about))
    },
  })

builder.mutationFields((t) => ({
  warnUser: t.field({
    type: ModerationChange,
    ...ADMIN,
    description: 'Warns a person, or the author of a world, by a notification. Admins only.',
    args: { input: t.arg({ type: WarnUserInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const about = { contentId: input.contentId, ...causeOf(input) }
      return acted(context, about, warnUser(signed(context), { ...about, message: input.message }))
    },
  }),
  hideContent: upon(
    t,
    'Takes a world from all but its author and admins, or the texts and pictures from a profile. Admins only.',
    hideContent,
  ),
  showContent: upon(t, 'Makes a hidden world what it was before. Admins only.', showContent),
  suspendUser: t.field({
    type: ModerationChange,
    ...ADMIN,
    description: 'Lets nobody in to an account, and ends its sessions at once. Admins only.',
    args: { input: t.arg({ type: SuspendUserInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const { until = null, reason } = input
      const [userId, cause] = [userIdOf(input.userId), causeOf(input)]
      const act = suspendUser(signed(context), { userId, until, reason, ...cause })
      return acted(context, { contentId: userId, ...cause }, act)
    },
  }),
  unsuspendUser: t.field({
    type: ModerationChange,
    ...ADMIN,
    description: 'Lets a suspended person in again. Admins only.',
    args: { input: t.arg({ type: UnsuspendUserInput, ...INPUT }) },
    resolve: (_root, { input }, context) => {
      const [userId, cause] = [userIdOf(input.userId), causeOf(input)]
      return acted(context, { contentId: userId, ...cause }, unsuspendUser(signed(context), { userId, ...cause }))
    },
  }),
}))

builder.queryFields((t) => ({
  suspension: t.field({
    type: Suspension,
    nullable: true,
    ...ADMIN,
    description: "A person's suspension; null for whoever is let in. Admins only.",
    args: { userId: t.arg.id({ required: true, description: 'The person.' }) },
    resolve: (_root, { userId }, context) => suspensions(context).load(userId),
  }),
}))
