import { trusted, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hasRows } from '../../kernel/seedRows.ts'
import { DEFAULT_AVATAR_ID } from '../accounts/account/currentUser.ts'
import { displayNameFields, usernameFields } from '../accounts/account/names.ts'

/** System user that owns what no person owns. It can not log in, and searches do not find it. */
export const PLATFORM_USER_ID = trusted<'user'>('usr_00000000-0000-4000-8000-000000000000')

/** System user that stands for people without a session. It can not log in, and searches do not find it. */
export const GUEST_USER_ID = trusted<'user'>('usr_00000000-0000-4000-8000-000000000002')

export const SYSTEM_USER_IDS: readonly UserId[] = [PLATFORM_USER_ID, GUEST_USER_ID]

const PLATFORM_USERNAME = 'plaza'
const PLATFORM_DISPLAY_NAME = 'Plaza'
/** Longer than valid usernames, so nobody can have it. */
const GUEST_USERNAME = 'Guest of the plaza'

/** Creates missing system users; several nodes may call it at once. */
export async function ensureSystemUsers(scope: Scope): Promise<void> {
  const accounts = SYSTEM_USER_IDS.map((userId) => ({ userId }))
  if (await hasRows(scope, accounts, { table: 'Account', columns: ['userId'] })) return
  await ensureUser(scope, PLATFORM_USER_ID, PLATFORM_USERNAME, PLATFORM_DISPLAY_NAME)
  await ensureUser(scope, GUEST_USER_ID, GUEST_USERNAME, GUEST_USERNAME)
}

async function ensureUser({ client, now }: Scope, id: UserId, username: string, displayName: string) {
  const names = { ...usernameFields(username), ...displayNameFields(displayName) }
  const user = { id, ...names, createdAt: now, updatedAt: now, currentAvatar: DEFAULT_AVATAR_ID }
  await client.user.createMany({ data: [user], skipDuplicates: true })
  await client.account.createMany({ data: [{ userId: id }], skipDuplicates: true })
}
