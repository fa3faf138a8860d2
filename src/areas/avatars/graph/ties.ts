import type { GraphContext } from '../../../edges/graphql/context.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { type AvatarTies, NO_TIES, tiesByIds } from '../access.ts'

const tiesById = createLoader<readonly [string, AvatarTies]>(
  async (scope, ids) => [...(await tiesByIds(scope, ids))],
  ([id]) => id,
)

/** What the viewer has to do with an avatar. One statement for all avatars of a level. */
export const tiesTo = async (context: GraphContext, avatarId: string): Promise<AvatarTies> =>
  (await tiesById(context).load(avatarId))?.[1] ?? NO_TIES

/** Stores what was read with an avatar. */
export const primeTies = (context: GraphContext, avatarId: string, ties: AvatarTies): void =>
  tiesById(context).prime(avatarId, [avatarId, ties])
