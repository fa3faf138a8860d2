import type { AvatarId } from './ids.ts'
import type { ViewerScope } from './scope.ts'
import type { InTransaction, ViewerTransaction } from './transaction.ts'

/**
 * The images that people show with their avatars, for areas of which the one of avatars depends: files keep the images, and
 * clients order them by the operation of the galleries of groups.
 */
export interface AvatarGalleries {
  /** Throws `missing` for an avatar that the viewer can't read. */
  assertReadable(scope: ViewerScope, avatarId: AvatarId): Promise<void>
  /** Locks an avatar whose gallery the viewer can change: an own one. Throws `missing`, `forbidden`, `conflict`. */
  lockOwn(tx: ViewerTransaction, avatarId: AvatarId): Promise<void>
  /** Emits that a gallery shows other images. */
  announce(tx: InTransaction, avatarId: string): void
  /** Orders the gallery of an own avatar by the ids of all its files. Throws `invalid` for others. */
  setOrder(scope: ViewerScope, fileIds: readonly string[]): Promise<void>
}

/** Of the command line, which knows no avatars. */
export const noAvatarGalleries: AvatarGalleries = {
  async assertReadable() {},
  async lockOwn() {},
  announce() {},
  async setOrder() {},
}
