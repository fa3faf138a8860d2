import type { PlayerModeration, Prisma } from '../../generated/prisma/client.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { ModerationType } from './types.ts'

const NAMED = {
  source: { select: { displayName: true } },
  target: { select: { displayName: true } },
} satisfies Prisma.PlayerModerationInclude

/** A moderation with the names of the two. */
export type FoundModeration = Prisma.PlayerModerationGetPayload<{ include: typeof NAMED }>

export interface ModerationFilter {
  readonly type?: ModerationType | undefined
  /** Nobody but the viewer may be asked for. */
  readonly sourceUserId?: string | undefined
  readonly targetUserId?: UserId | undefined
}

/** All moderations that the viewer has made, the latest first, as their ids tell. Throws `forbidden` for those of somebody else. */
export async function readModerations(scope: SignedScope, filter: ModerationFilter): Promise<FoundModeration[]> {
  const { type, sourceUserId, targetUserId } = filter
  const { id } = scope.viewer
  if (sourceUserId !== undefined && sourceUserId !== id)
    throw new Failure('forbidden', "You can't view someone else's player moderations", { code: 'not_own' })
  return scope.db.playerModeration.findMany({
    where: { sourceUserId: id, ...(type && { type }), ...(targetUserId && { targetUserId }) },
    orderBy: { id: 'desc' },
    include: NAMED,
    relationLoadStrategy: 'join',
  })
}

/** A part of a list that goes back by id; forth from its end where it is inverted. */
export interface Part {
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly inverted: boolean
  readonly limit: number
}

/** A part of the same list, without names. */
export const listModerations = (
  { db, viewer }: SignedScope,
  { type, targetUserId }: Omit<ModerationFilter, 'sourceUserId'>,
  { after, before, inverted, limit }: Part,
): Promise<PlayerModeration[]> =>
  db.playerModeration.findMany({
    where: {
      ...{ sourceUserId: viewer.id, ...(type && { type }), ...(targetUserId && { targetUserId }) },
      id: { ...(after && { lt: after }), ...(before && { gt: before }) },
    },
    orderBy: { id: inverted ? 'asc' : 'desc' },
    take: limit,
  })

/** The viewer's one about a person, of a matter. Throws `missing` where none stands. */
export const readStanding = (
  { db, viewer }: Pick<SignedScope, 'db' | 'viewer'>,
  targetUserId: UserId,
  matter: string,
) =>
  db.playerModeration.findUniqueOrThrow({
    where: { sourceUserId_targetUserId_matter: { sourceUserId: viewer.id, targetUserId, matter } },
    include: NAMED,
  })
