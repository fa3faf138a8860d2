import type { ProfileTheme } from '../../generated/prisma/client.ts'
import { assertBelowCap } from '../../kernel/caps.ts'
import { Failure } from '../../kernel/failure.ts'
import { newUuid } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { type InTransaction, transact } from '../../kernel/transaction.ts'
import { ownRecordChanged, userChanged } from '../accounts/events.ts'
import { lockUser } from '../users/locks.ts'
import { PROFILE_CHANGE_LIMIT } from '../users/profile/tags.ts'

/** A name of 1 to 12 characters, and colors of six hexadecimal digits. */
interface ThemeFields {
  readonly name: string
  readonly buttonColor: string
  readonly iconColor: string
  readonly subtextColor: string
}

type ThemeChange = { readonly [F in keyof ThemeFields]?: string | undefined }

/** Themes that one person can have. */
export const MOST_THEMES = 10

const themeNotFound = () => new Failure('missing', 'Theme not found', { reason: 'theme_not_found' })

/** The themes of a person, the oldest first. */
export const readThemes = ({ db }: Pick<ViewerScope, 'db'>, userId: string): Promise<ProfileTheme[]> =>
  db.profileTheme.findMany({ where: { userId }, orderBy: { id: 'asc' }, take: MOST_THEMES })

/** Id of the theme that the profile of the viewer wears; null for none. */
export async function readWornThemeId({ db, viewer }: ViewerScope): Promise<string | null> {
  const user = await db.user.findUniqueOrThrow({ where: { id: viewer.id }, select: { themeId: true } })
  return user.themeId
}

/** Adds a theme of the viewer's. Throws `conflict` with ten, `exhausted` after 60 changes of the profile in a minute. */
export async function createProfileTheme(scope: ViewerScope, fields: ThemeFields): Promise<ProfileTheme> {
  await scope.limits.take(PROFILE_CHANGE_LIMIT, scope.viewer.id)
  return transact(scope, async (tx) => {
    const userId = tx.viewer.id
    await lockUser(tx, userId)
    assertBelowCap(await tx.db.profileTheme.count({ where: { userId } }), MOST_THEMES, 'themes')
    const { name, buttonColor, iconColor, subtextColor } = fields
    tx.emit(ownRecordChanged(userId))
    const data = { id: newUuid(tx.now), userId, name, buttonColor, iconColor, subtextColor }
    return tx.db.profileTheme.create({ data: { ...data, createdAt: tx.now, updatedAt: tx.now } })
  })
}

/** Changes a theme of the viewer's. Throws `missing` for any other, `exhausted` as `createProfileTheme`. */
export const updateProfileTheme = (scope: ViewerScope, id: string, change: ThemeChange): Promise<ProfileTheme> =>
  changeOwnTheme(scope, id, (tx, theme) => {
    const { name, buttonColor, iconColor, subtextColor } = theme
    const data = {
      name: change.name ?? name,
      buttonColor: change.buttonColor ?? buttonColor,
      iconColor: change.iconColor ?? iconColor,
      subtextColor: change.subtextColor ?? subtextColor,
    }
    return tx.db.profileTheme.update({ where: { id }, data: { ...data, updatedAt: tx.now } })
  })

/** Deletes a theme of the viewer's, whose profile then wears none. Throws as `updateProfileTheme`. */
export const deleteProfileTheme = (scope: ViewerScope, id: string): Promise<ProfileTheme> =>
  changeOwnTheme(scope, id, (tx) => tx.db.profileTheme.delete({ where: { id } }))

/** Changes a theme, and tells the viewer, and friends when the profile of the viewer wears it. */
async function changeOwnTheme(
  scope: ViewerScope,
  id: string,
  change: (tx: ViewerScope & InTransaction, theme: ProfileTheme) => Promise<ProfileTheme>,
): Promise<ProfileTheme> {
  await scope.limits.take(PROFILE_CHANGE_LIMIT, scope.viewer.id)
  return transact(scope, async (tx) => {
    const userId = tx.viewer.id
    await lockUser(tx, userId)
    const theme = await tx.db.profileTheme.findFirst({ where: { id, userId } })
    if (!theme) throw themeNotFound()
    const isWorn = (await tx.db.user.count({ where: { id: userId, themeId: id } })) > 0
    const changed = await change(tx, theme)
    tx.emit(isWorn ? userChanged(userId) : ownRecordChanged(userId))
    return changed
  })
}
