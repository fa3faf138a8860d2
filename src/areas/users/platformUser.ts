import { isId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

function fixedUserId(text: string): UserId {
  if (!isId('user', text)) throw new Error(`malformed id ${text}`)
  return text
}

/** The account of the platform itself: it owns what no person owns. Nobody logs in to it, and no search finds it. */
export const PLATFORM_USER_ID = fixedUserId('usr_00000000-0000-4000-8000-000000000000')

const USERNAME = 'plaza'
const DISPLAY_NAME = 'Plaza'
const AVATAR = 'avtr_00000000-0000-4000-8000-000000000001'

/** Makes the platform's account where it is missing; several nodes may do so at once. */
export async function ensurePlatformUser({ client, now }: Scope): Promise<void> {
  const names = {
    username: USERNAME,
    usernameKey: USERNAME,
    displayName: DISPLAY_NAME,
    displayNameKey: DISPLAY_NAME.toLowerCase(),
  }
  const user = { id: PLATFORM_USER_ID, ...names, createdAt: now, updatedAt: now, currentAvatar: AVATAR }
  await client.user.createMany({ data: [user], skipDuplicates: true })
  await client.account.createMany({ data: [{ userId: PLATFORM_USER_ID }], skipDuplicates: true })
}
