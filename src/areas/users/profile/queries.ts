import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** What a person wears from now on. */
export interface WornAvatar {
  readonly userId: string
  readonly avatarId: string
  readonly fallbackId: string
}

/** The thumbnail of an avatar, which its row does not have. */
export interface AvatarThumbnail {
  readonly avatarId: string
  readonly url: string
}

type Transaction = Pick<Scope, 'now'> & InTransaction

interface ChangedLook {
  readonly id: string
  readonly isOther: boolean
  readonly hasOtherFallback: boolean
}

/** Writes what people wear, with the pictures and tags that the avatars have now. Returns the people whose row has changed. */
export const writeWornAvatars = (
  { sql, now }: Transaction,
  worn: readonly WornAvatar[],
  thumbnails: readonly AvatarThumbnail[],
) =>
  sql<ChangedLook>`
    UPDATE "User" SET "currentAvatar" = avatar.id, "currentAvatarImageUrl" = avatar."imageUrl",
      "currentAvatarThumbnailImageUrl" = thumbnail.url, "currentAvatarTags" = avatar.tags,
      "fallbackAvatar" = worn."fallbackId", "updatedAt" = ${now}::timestamptz
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

/** Writes the fallbacks of people. Returns the people who had another one. */
export const writeFallbacks = (
  { sql, now }: Transaction,
  changes: readonly Pick<WornAvatar, 'userId' | 'fallbackId'>[],
) =>
  sql<{ readonly id: string }>`
    UPDATE "User" SET "fallbackAvatar" = change."fallbackId", "updatedAt" = ${now}::timestamptz
    FROM unnest(${changes.map(({ userId }) => userId)}::text[], ${changes.map(({ fallbackId }) => fallbackId)}::text[])
      AS change("userId", "fallbackId")
    WHERE "User".id = change."userId" AND "fallbackAvatar" <> change."fallbackId"
    RETURNING "User".id`
