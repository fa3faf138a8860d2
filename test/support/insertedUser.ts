import { randomUUID } from 'node:crypto'
import { defaultAvatarColumns } from '../../src/areas/accounts/account/currentUser.ts'
import { nameSkeleton } from '../../src/areas/accounts/account/names.ts'
import { networkOf } from '../../src/kernel/clientAddress.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { newId, type SessionId, type UserId } from '../../src/kernel/ids.ts'
import { getOrCreate } from '../../src/kernel/maps.ts'
import type { Scope } from '../../src/kernel/scope.ts'
import { hashToken } from '../../src/kernel/secrets.ts'

export interface InsertedUser {
  readonly username: string
  readonly password: string
  readonly email: string
  /** The client address from which the user has logged in. */
  readonly address: string
}

const SESSION_LIFETIME = 30 * DAY

/** Hashes of passwords that many users of a server share: hashing one anew for each would cost more than all the rest. */
const hashesByServer = new WeakMap<Scope['passwords'], Map<string, Promise<string>>>()

function hashOf({ passwords }: Scope, password: string): Promise<string> {
  const hashes = hashesByServer.get(passwords) ?? new Map<string, Promise<string>>()
  hashesByServer.set(passwords, hashes)
  return getOrCreate(hashes, password, () => passwords.hash(password))
}

const insertedSessions = new Map<UserId, SessionId>()

/** The session with which a user was inserted, for tests that call acts directly. */
export const insertedSessionOf = (id: UserId): SessionId | undefined => insertedSessions.get(id)

/** Inserts a user and a session by one statement, and tells the presence of the login. */
export async function insertLoggedInUser(scope: Scope, user: InsertedUser): Promise<{ id: UserId; token: string }> {
  const { username, email, address } = user
  const passwordHash = await hashOf(scope, user.password)
  const look = await defaultAvatarColumns(scope)
  const [id, sessionId, token] = [newId('user', scope.now), newId('session', scope.now), `authcookie_${randomUUID()}`]
  const [at, expiresAt] = [scope.now, addMilliseconds(scope.now, SESSION_LIFETIME)]
  const [key, skeleton] = [username.toLowerCase(), nameSkeleton(username)]
  await scope.db.$executeRaw`
    WITH person AS (
      INSERT INTO "User" (
        "id", "username", "usernameKey", "usernameSkeleton", "displayName", "displayNameKey", "displayNameSkeleton",
        "currentAvatar", "currentAvatarImageUrl", "currentAvatarThumbnailImageUrl", "currentAvatarTags",
        "createdAt", "updatedAt", "lastLoginAt", "lastActivityAt")
      VALUES (${id}, ${username}, ${key}, ${skeleton}, ${username}, ${key}, ${skeleton},
        ${look.currentAvatar}, ${look.currentAvatarImageUrl}, ${look.currentAvatarThumbnailImageUrl},
        ${look.currentAvatarTags}, ${at}, ${at}, ${at}, ${at})),
    account AS (
      INSERT INTO "Account" (
        "userId", "email", "emailKey", "passwordHash", "birthday", "acceptedTOSVersion", "unsubscribe")
      VALUES (${id}, ${email}, ${email.toLowerCase()}, ${passwordHash}, '1990-05-17', 1, true)),
    place AS (
      INSERT INTO "LoginPlace" ("userId", "address", "lastUsedAt") VALUES (${id}, ${networkOf(address)}, ${at}))
    INSERT INTO "Session" ("id", "userId", "tokenHash", "createdAt", "lastUsedAt", "expiresAt", "address", "userAgent")
    VALUES (${sessionId}, ${id}, ${hashToken(token)}, ${at}, ${at}, ${expiresAt}, ${address}, 'plaza-tests/1')`
  scope.presence.recordRequest(id, at, 'client')
  insertedSessions.set(id, sessionId)
  return { id, token }
}

/** Inserts so many people without accounts by one statement. Answers their ids. */
export async function insertPeople(
  { scope }: { readonly scope: () => Scope },
  count: number,
  currentAvatar = '',
): Promise<UserId[]> {
  const { db, now } = scope()
  const ids = Array.from({ length: count }, () => newId('user', now))
  await db.$executeRaw`
    INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
    SELECT id, id, id, id, id, ${currentAvatar}, ${now}, ${now} FROM unnest(${ids}::text[]) AS person(id)`
  return ids
}
