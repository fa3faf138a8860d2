import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { inviteHorizon } from '../access.ts'
import { groupLimitReached } from '../policy.ts'

/** Requests of one person that wait for an answer. */
const MAX_REQUESTS = 50

/** Throws `forbidden` for a person whose requests to join 50 groups wait. The caller has locked the person. */
export async function assertCanRequestMore({ db }: ViewerScope, userId: string): Promise<void> {
  if ((await db.groupMember.count({ where: { userId, status: 'requested' } })) >= MAX_REQUESTS)
    throw groupLimitReached('requests')
}

/** Open invites to groups. */
const openInvites = ({ now }: Pick<ViewerScope, 'now'>) => ({
  status: 'invited',
  invitedAt: { gt: inviteHorizon(now) },
})

/**
 * Throws `forbidden` for a person who has 50 invites to groups that wait, or 5 of the viewer, and for a stranger while 50
 * invites of the viewer to strangers wait: people get them unasked. The caller has locked both.
 */
export async function assertCanBeInvitedMore(scope: ViewerScope, userId: string): Promise<void> {
  const { db, viewer } = scope
  const received = await db.groupMember.findMany({
    where: { userId, ...openInvites(scope) },
    select: { invitedById: true },
  })
  if (received.length >= BOUNDS.groupInvites.most) throw groupLimitReached('invites')
  const own = received.filter(({ invitedById }) => invitedById === viewer.id)
  if (own.length >= BOUNDS.groupInvitesOfInviter.most)
    throw tooManyInvites('You have invited that user to too many groups.')
  await assertCanInviteStranger(scope, userId)
}

async function assertCanInviteStranger(scope: ViewerScope, userId: string): Promise<void> {
  const { db, viewer } = scope
  const befriended = { friendships: { some: { friendId: viewer.id } } }
  if ((await db.user.count({ where: { id: userId, ...befriended } })) > 0) return
  const toStrangers = { invitedById: viewer.id, ...openInvites(scope), user: { NOT: befriended } }
  if ((await db.groupMember.count({ where: toStrangers })) >= BOUNDS.groupInvitesToStrangers.most)
    throw tooManyInvites('You have invited too many people who are not your friends and have not answered yet.')
}

const tooManyInvites = (message: string) => new Failure('forbidden', message, { reason: 'group_limit_reached' })
