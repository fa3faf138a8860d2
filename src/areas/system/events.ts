import type { Announcement } from '../../kernel/events.ts'
import type { PermissionId, UserId } from '../../kernel/ids.ts'

/** What this area announces, to every node. */
export const CONFIG_CHANGED = 'config.changed'
export const FRONTEND_CHANGED = 'frontend.changed'

/** A member of the client configuration has changed. */
export const configChanged = (key: string): Announcement => ({ topic: CONFIG_CHANGED, subject: key })
/** The stylesheet or script of a build of the frontend has changed; the subject is `<kind>/<variant>/<branch>`. */
export const frontendChanged = (asset: string): Announcement => ({ topic: FRONTEND_CHANGED, subject: asset })
/** An information notice was made, changed or deleted. */
export const infoPushChanged = (id: string): Announcement => ({ topic: 'infoPush.changed', subject: id })
export const permissionChanged = (id: PermissionId): Announcement => ({ topic: 'permission.changed', subject: id })
/** The subject is the person who got the permission. */
export const permissionGranted = (permissionId: PermissionId, userId: UserId): Announcement => ({
  topic: 'permission.granted',
  subject: userId,
  ids: { permissionId },
})
/** The subject is the person who lost the permission. */
export const permissionRevoked = (permissionId: PermissionId, userId: UserId): Announcement => ({
  topic: 'permission.revoked',
  subject: userId,
  ids: { permissionId },
})
