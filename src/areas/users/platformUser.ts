import { isId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

function fixedUserId(text: string): UserId {
  if (!isId('user', text)) throw new Error(`malformed id ${text}`)
  return text
}

/** The account of the platform itself: it owns what no person owns. Nobody logs in to it, and no search finds it. */
export const PLATFORM_USER_ID = fixedUserId('usr_00000000-0000-4000-8000-000000000000')

/** The account of everybody who makes something without a session. Nobody logs in to it either. */
export const GUEST_USER_ID = fixedUserId('usr_00000000-0000-4000-8000-000000000002')

/** Accounts that stand for nobody in particular. */
export const HOUSE_USER_IDS: readonly UserId[] = [PLATFORM_USER_ID, GUEST_USER_ID]

const USERNAME = 'plaza'
const DISPLAY_NAME = 'Plaza'
/** Longer than the names that people can choose, so nobody has it already. */
const GUEST_NAME = 'Guest of the plaza'
const AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'

/** Makes the accounts of the house where they are missing; several nodes may do so at once. */
export async function ensureHouseUsers(scope: Scope): Promise<void> {
  await ensureUser(scope, PLATFORM_USER_ID, USERNAME, DISPLAY_NAME)
  await ensureUser(scope, GUEST_USER_ID, GUEST_NAME, GUEST_NAME)
}

async function ensureUser({ client, now }: Scope, id: UserId, username: string, displayName: string) {
  const names = {
    username,
    usernameKey: username.toLowerCase(),
    displayName,
    displayNameKey: displayName.toLowerCase(),
  }
  const user = { id, ...names, createdAt: now, updatedAt: now, currentAvatar: AVATAR }
  await client.user.createMany({ data: [user], skipDuplicates: true })
  await client.account.createMany({ data: [{ userId: id }], skipDuplicates: true })
}
