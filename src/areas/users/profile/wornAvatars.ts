import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownRecordChanged, userChanged } from '../../accounts/events.ts'

/** What a person wears from now on. */
interface WornAvatar {
  readonly userId: string
  readonly avatarId: string
  readonly fallbackId: string
}

/** The thumbnail of an avatar, which its row does not have. */
interface AvatarThumbnail {
  readonly avatarId: string
  readonly url: string
}

type Transaction = Pick<Scope, 'now'> & InTransaction

/**
 * Makes people wear avatars, with the pictures and tags that these have now, and tells them and their friends who wears
 * another than before; who has only another fallback is told alone. A new look of what somebody wears already is told to
 * nobody. The caller has locked the people and the avatars. One statement.
 */
export async function wearAvatars(
  tx: Transaction,
  worn: readonly WornAvatar[],
  thumbnails: readonly AvatarThumbnail[],
): Promise<void> {
  const changed = await tx.sql<{ readonly id: string; readonly isOther: boolean; readonly hasOtherFallback: boolean }>`
    UPDATE "User" SET "currentAvatar" = avatar.id, "currentAvatarImageUrl" = avatar."imageUrl",
      "currentAvatarThumbnailImageUrl" = thumbnail.url, "currentAvatarTags" = avatar.tags,
      "fallbackAvatar" = worn."fallbackId", "updatedAt" = ${tx.now}::timestamptz
    FROM unnest(
        ${worn.map(({ userId }) => userId)}::text[], ${worn.map(({ avatarId }) => avatarId)}::text[],
        ${worn.map(({ fallbackId }) => fallbackId)}::text[]) AS worn("userId", "avatarId", "fallbackId")
      JOIN unnest(${thumbnails.map(({ avatarId }) => avatarId)}::text[], ${thumbnails.map(({ url }) => url)}::text[])
        AS thumbnail("avatarId", url) ON thumbnail."avatarId" = worn."avatarId"
      JOIN "Avatar" AS avatar ON avatar.id = worn."avatarId"
      JOIN "User" AS before ON before.id = worn."userId"
    WHERE "User".id = worn."userId"
      AND (before."currentAvatar", before."currentAvatarImageUrl", before."currentAvatarThumbnailImageUrl",
        before."currentAvatarTags", before."fallbackAvatar")
        IS DISTINCT FROM (avatar.id, avatar."imageUrl", thumbnail.url, avatar.tags, worn."fallbackId")
    RETURNING "User".id, before."currentAvatar" <> avatar.id AS "isOther",
      before."fallbackAvatar" <> worn."fallbackId" AS "hasOtherFallback"`
  for (const { id, isOther, hasOtherFallback } of changed)
    if (isOther) tx.emit(userChanged(trusted<'user'>(id)))
    else if (hasOtherFallback) tx.emit(ownRecordChanged(trusted<'user'>(id)))
}

/** Changes the fallbacks of people, whatever they wear, and tells them alone. The caller has locked both. */
export async function changeFallbacks(
  tx: Transaction,
  changes: readonly Pick<WornAvatar, 'userId' | 'fallbackId'>[],
): Promise<void> {
  const changed = await tx.sql<{ readonly id: string }>`
    UPDATE "User" SET "fallbackAvatar" = change."fallbackId", "updatedAt" = ${tx.now}::timestamptz
    FROM unnest(${changes.map(({ userId }) => userId)}::text[], ${changes.map(({ fallbackId }) => fallbackId)}::text[])
      AS change("userId", "fallbackId")
    WHERE "User".id = change."userId" AND "fallbackAvatar" <> change."fallbackId"
    RETURNING "User".id`
  for (const { id } of changed) tx.emit(ownRecordChanged(trusted<'user'>(id)))
}
