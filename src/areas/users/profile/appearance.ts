import type { Prisma, User } from '../../../generated/prisma/client.ts'
import { invalid } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ownRecordChanged, userChanged } from '../../accounts/events.ts'
import { type AvatarThumbnail, type WornAvatar, writeFallbacks, writeWornAvatars } from './queries.ts'

/** How a profile looks. Fields left out stay as they are; colors are six hexadecimal digits. */
export interface AppearanceChange {
  /** color, avatarBanner or customImage; empty for none. */
  readonly bannerType?: string | undefined
  readonly bannerColor?: string | undefined
  /** Address of an uploaded image of the person's. */
  readonly bannerCustomUrl?: string | undefined
  /** UUID of a theme of the person's; empty for none. */
  readonly themeId?: string | undefined
  /** default, gradient or texture. */
  readonly backgroundType?: string | undefined
  readonly backgroundGradientTop?: string | undefined
  readonly backgroundGradientBottom?: string | undefined
  readonly backgroundTextureId?: string | undefined
}

/** The columns of a profile after a change. */
export const appearanceData = (user: User, change: AppearanceChange): Prisma.UserUncheckedUpdateInput => ({
  ...bannerData(user, change),
  ...(change.themeId !== undefined && { themeId: change.themeId || null }),
  backgroundType: change.backgroundType ?? user.backgroundType,
  backgroundGradientTop: change.backgroundGradientTop ?? user.backgroundGradientTop,
  backgroundGradientBottom: change.backgroundGradientBottom ?? user.backgroundGradientBottom,
  backgroundTextureId: change.backgroundTextureId ?? user.backgroundTextureId,
})

function bannerData(user: User, change: AppearanceChange): Prisma.UserUncheckedUpdateInput {
  const {
    bannerType = user.bannerType,
    bannerCustomUrl = user.bannerCustomUrl,
    bannerColor = user.bannerColor,
  } = change
  const isChanged = change.bannerType !== undefined || change.bannerCustomUrl !== undefined
  const bannerUrl = bannerType === 'customImage' ? bannerCustomUrl : ''
  return { bannerType, bannerCustomUrl, bannerColor, ...(isChanged && { bannerUrl }) }
}

/** Throws `invalid` for a theme that is not the person's own. */
export async function assertOwnTheme({ db }: Pick<Scope, 'db'>, userId: string, themeId = ''): Promise<void> {
  if (themeId === '') return
  if ((await db.profileTheme.count({ where: { id: themeId, userId } })) === 0)
    throw invalid('themeId', 'themeId must be the id of a theme of yours, or empty', 'unknown_reference')
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
  const changed = await writeWornAvatars(tx, worn, thumbnails)
  for (const { id, isOther, hasOtherFallback } of changed)
    if (isOther) tx.emit(userChanged(trusted<'user'>(id)))
    else if (hasOtherFallback) tx.emit(ownRecordChanged(trusted<'user'>(id)))
}

/** Changes the fallbacks of people, whatever they wear, and tells them alone. The caller has locked both. */
export async function changeFallbacks(
  tx: Transaction,
  changes: readonly Pick<WornAvatar, 'userId' | 'fallbackId'>[],
): Promise<void> {
  const changed = await writeFallbacks(tx, changes)
  for (const { id } of changed) tx.emit(ownRecordChanged(trusted<'user'>(id)))
}
