import type { ProfileTheme } from '../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../kernel/access.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { loadAvatarRow } from '../avatars/queries.ts'
import { type ProfileGroup, readRepresentedGroup } from '../groups/userGroups/profile.ts'
import { SELLER_PERMISSION_NAME, SUPPORTER_PERMISSION_NAME } from '../system/seed/ensureSeedData.ts'
import { readUser, type UserForViewer } from '../users/users.ts'
import { readThemes } from './themes.ts'

/** What a person has paid for or can do, as their profile tells everybody. */
export interface Standing {
  readonly userId: string
  /** Whether they have a paid membership. */
  readonly isSupporter: boolean
  /** Whether they sell for tokens. */
  readonly isSeller: boolean
}

/** The standing of each of these people. One statement. */
export async function readStandings({ db }: Pick<Scope, 'db'>, userIds: readonly string[]): Promise<Standing[]> {
  const grants = await db.permissionGrant.findMany({
    where: {
      userId: { in: [...userIds] },
      permission: { name: { in: [SUPPORTER_PERMISSION_NAME, SELLER_PERMISSION_NAME] } },
    },
    select: { userId: true, permission: { select: { name: true } } },
    relationLoadStrategy: 'join',
  })
  const held = new Set(grants.map(({ userId, permission }) => `${userId} ${permission.name}`))
  return userIds.map((userId) => ({
    userId,
    isSupporter: held.has(`${userId} ${SUPPORTER_PERMISSION_NAME}`),
    isSeller: held.has(`${userId} ${SELLER_PERMISSION_NAME}`),
  }))
}

/** A profile with what is shown of groups, themes and permissions. */
export interface WholeProfile extends Omit<Standing, 'userId'> {
  readonly user: UserForViewer
  /** The theme that the profile wears. */
  readonly theme: ProfileTheme | null
  /** The represented group, if the viewer may see it. */
  readonly group: ProfileGroup | null
  /** The themes of the person, for the person and admins who ask for them; else null. */
  readonly themes: readonly ProfileTheme[] | null
  /** The worn avatar, for the person and admins who ask for it; else null. */
  readonly avatar: WornAvatarNames | null
}

/** What a profile tells of the avatar that its person wears. */
interface WornAvatarNames {
  readonly name: string
  readonly authorName: string
}

/** Reads a profile, with what only the person and admins see if `asSelf`. Throws `missing` for an unknown person. */
export async function readProfile(
  scope: ViewerScope,
  id: UserId,
  { asSelf }: { readonly asSelf: boolean },
): Promise<WholeProfile> {
  const [user, group, [standing], themes] = await Promise.all([
    readUser(scope, id),
    readRepresentedGroup(scope, id),
    readStandings(scope, [id]),
    readThemes(scope, id),
  ])
  const theme = themes.find((each) => each.id === user.themeId) ?? null
  const isForSelf = asSelf && isOwnerOrAdmin(scope, id)
  const { isSupporter = false, isSeller = false } = standing ?? {}
  const avatar = isForSelf ? await loadAvatarRow(scope, user.currentAvatar) : null
  return { user, theme, group, isSupporter, isSeller, themes: isForSelf ? themes : null, avatar }
}

/** Deletes the themes of a person whose account is erased, and what tutorials they have completed. */
export async function eraseProfile({ db }: InTransaction, userId: UserId): Promise<void> {
  await db.profileTheme.deleteMany({ where: { userId } })
  await db.tutorialCompletion.deleteMany({ where: { userId } })
}
