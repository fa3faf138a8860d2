import { z } from 'zod'
import { AvatarId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { derivedId } from '../../../edges/graphql/resolvers/reference.ts'
import type { ImpostorJob as Row } from '../../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { ID_PREFIXES, siblingId } from '../../../kernel/ids.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { userRef } from '../../users/graph/user.ts'
import { deleteImpostor, enqueueImpostor, estimateImpostorSeconds, visibleImpostorJobs } from '../impostor/impostors.ts'
import { latestImpostorJobs } from '../queries.ts'
import { Avatar, avatarRef } from './avatar.ts'
import { ImpostorJobState, toImpostorJobState } from './enums.ts'

/** Stored ids have no prefix. */
const graphJobId = (id: string): string => siblingId('impostorJob', id)
const storedJobId = (id: string) => id.slice(ID_PREFIXES.impostorJob.length + 1)

/** Jobs that the viewer can see, by their ids in the graph. */
const jobsById = createLoader<Row>(
  forViewer((scope, ids) =>
    scope.db.impostorJob.findMany({ where: { id: { in: ids.map(storedJobId) }, AND: [visibleImpostorJobs(scope)] } }),
  ),
  ({ id }) => graphJobId(id),
)

/** The latest jobs of avatars that the viewer owns, or any for admins. */
const latestJobs = createLoader<Row>(latestImpostorJobs, ({ avatarId }) => avatarId)

const ImpostorJob = builder.objectRef<Row>('ImpostorJob')

/** A field with the job of an id as it is stored. */
export const jobRef = (description: string) => ({
  type: ImpostorJob,
  nullable: true as const,
  description,
  resolve: ({ jobId }: { readonly jobId: string }, _args: unknown, context: Parameters<typeof jobsById>[0]) =>
    jobsById(context).load(graphJobId(jobId)),
})

builder.node(ImpostorJob, {
  description: 'The making of the impostors of an avatar. Its author, who has asked for it and admins see it.',
  id: derivedId(({ id }) => graphJobId(id)),
  loadMany: (ids, context) => ids.map((id) => jobsById(context).load(id)),
  fields: (t) => ({
    avatar: t.field(avatarRef('avatarId', 'The avatar.')),
    requester: t.field(userRef('requesterId', 'Person who has asked for it.')),
    state: t.field({
      type: ImpostorJobState,
      description: 'Where it stands.',
      resolve: ({ state }) => toImpostorJobState(state),
    }),
    error: t.string({
      nullable: true,
      description: 'Why it failed, or why the last try did, in English; null otherwise.',
      resolve: ({ error }) => error || null,
    }),
    ...columns(t, 'ImpostorJob', {
      startedAt: 'Time when a builder has begun it last; null for not yet.',
      endedAt: 'Time when it was done or failed; null while it is open.',
      createdAt: 'Time when it was asked for.',
      updatedAt: 'Time of the last change.',
    }),
  }),
})

builder.objectFields(Avatar, (t) => ({
  impostorJob: t.field({
    type: ImpostorJob,
    nullable: true,
    description:
      'The latest making of its impostors; null for none in the last 30 days, and for people other than the author and admins.',
    resolve: ({ id, authorId }, _args, context) =>
      isOwnerOrAdmin(context.scope, authorId) ? latestJobs(context).load(id) : null,
  }),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  impostorQueueSeconds: t.int({
    description:
      'An estimate of the seconds until the impostors are there that the viewer has queued last, or would queue now; 0 while no builder is connected.',
    resolve: (_viewer, _args, { viewerScope }) => estimateImpostorSeconds(viewerScope),
  }),
}))

const OneAvatar = z.object({ avatarId: AvatarId.describe('Id of the avatar.') })

mutation('enqueueImpostor', {
  description:
    'Queues the making of impostors of an avatar of the viewer; while that is open, another call answers it. At most 20 in a day.',
  input: OneAvatar,
  run: async (scope, { avatarId }) => ({ avatarId, job: await enqueueImpostor(scope, avatarId) }),
  payload: (t) => ({
    impostorJob: t.field({ type: ImpostorJob, description: 'The job.', resolve: ({ job }) => job }),
    avatar: t.field(avatarRef('avatarId', 'The avatar.')),
  }),
})

mutation('deleteImpostor', {
  description:
    'Deletes the impostors of an avatar of the viewer, and ends the open job; without any it changes nothing.',
  input: OneAvatar,
  run: async (scope, { avatarId }) => {
    await deleteImpostor(scope, avatarId)
    return { avatarId }
  },
  payload: (t) => ({ avatar: t.field(avatarRef('avatarId', 'The avatar after the change.')) }),
})
